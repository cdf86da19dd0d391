/** Spoken texts of a wall screen, and texts of the page that it shows instead of the management pages. */
export const copy = {
  welcome: '어서 오세요',
  welcomeOf: (name: string) => `${name}님, 어서 오세요`,
  isScreen: {
    title: '벽 화면으로 쓰는 기기예요',
    lead: '벽 화면에서는 관리 화면을 열 수 없어요. 관리자로 로그인하면 이 기기는 더 이상 벽 화면이 아니에요.',
    toScreen: '벽 화면으로',
    signIn: '관리자로 로그인',
  },
} as const
