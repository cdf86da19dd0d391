import { withParticle } from '../text/particle.ts'

/** Texts of the shell around the management pages. */
export const copy = {
  crumbs: '현재 위치',
  loading: '화면을 불러오는 중이에요',
  system: {
    fine: '정상',
    devices: (n: string) => `장치 ${n}대 연결 끊김`,
    unreachable: '서버가 응답하지 않아요',
  },
  build: { newer: '새 버전이 있어요', reload: '지금 새로고침' },
  scheme: { label: '화면 모드', system: '시스템', light: '밝게', dark: '어둡게' },
  arrivals: { label: '새 방문 읽어 주기 (화면 낭독기)', on: '읽기', off: '끄기' },
  search: '검색 또는 이동',
  searchFailed: '검색 창을 열지 못했어요. 새로고침한 뒤 다시 시도해 주세요.',
  password: {
    open: '비밀번호 변경',
    title: '비밀번호 변경',
    current: '현재 비밀번호',
    next: '새 비밀번호',
    again: '새 비밀번호 확인',
    hint: '10자 이상 입력해 주세요.',
    currentRequired: '현재 비밀번호를 입력해 주세요.',
    differs: '새 비밀번호와 똑같이 입력해 주세요.',
    save: '변경',
    saved: '비밀번호를 바꿨어요. 다른 기기에서는 로그아웃됐어요.',
    failed: '비밀번호를 바꾸지 못했어요',
    openFailed: '비밀번호 창을 열지 못했어요. 새로고침한 뒤 다시 시도해 주세요.',
  },
  accountOf: (name: string, role: string) => `${name} ${role} 계정`,
  accountFailed: '계정 정보를 불러오지 못했어요',
  everyStore: '모든 매장',
  stores: (n: number) => `매장 ${n}곳`,
  signIn: {
    title: '다시 로그인해 주세요',
    text: '로그인이 끝났어요. 작성하던 내용은 그대로 있으니, 로그인한 뒤 이어서 하면 돼요.',
    email: '이메일',
    password: '비밀번호',
    confirm: '로그인',
    done: '로그인했어요',
    failed: '로그인하지 못했어요',
    openFailed: '로그인 창을 열지 못했어요. 작성하던 내용을 복사해 둔 뒤 새로고침해 주세요.',
  },
  otherAdmin: {
    title: '로그인한 계정이 바뀌었어요',
    text: '이 브라우저에서 다른 관리자가 로그인했어요. 계속하면 지금부터 하는 일은 그 관리자의 이름으로 남아요.',
    textOf: (name: string) =>
      `이 브라우저에서 ${name}님이 로그인했어요. 계속하면 지금부터 하는 일은 ${name}님의 이름으로 남아요.`,
    signOutEffect: '로그아웃하면 이 브라우저의 모든 탭에서 로그아웃되고, 이 탭에서 저장하지 않은 내용은 사라져요.',
    signOut: '로그아웃',
    goOn: '이대로 계속하기',
    goOnAs: (name: string) => `${name}님으로 계속하기`,
  },
  demo: {
    label: '데모 데이터',
    text: '방문, 매출, 회원은 지어낸 것이에요.',
    remove: '데모 데이터 지우기',
    openFailed: '확인 창을 열지 못했어요. 새로고침한 뒤 다시 시도해 주세요.',
    title: '데모 데이터를 지울까요?',
    effect: (rows: string, kept: string | undefined) =>
      `${withParticle(rows, '을/를')} 지워요. 되돌릴 수 없어요. 직접 만들거나 고친 것은 바뀌지 않고, 관리자 계정과 약관도 남아요.${
        kept === undefined ? '' : ` 직접 만든 것과 이어진 데모 ${withParticle(kept, '은/는')} 남아요.`
      }`,
    confirm: '지우기',
    removed: (rows: string | undefined, kept: string | undefined) =>
      `데모 데이터를 지웠어요${rows === undefined ? '' : `: ${rows}`}.${kept === undefined ? '' : ` 남은 것: ${kept}.`}`,
    incomplete: '데모 데이터를 일부만 지웠어요. 잠시 뒤 다시 지워 주세요.',
    kinds: {
      stores: (n: string) => `매장 ${n}곳`,
      products: (n: string) => `상품 ${n}개`,
      banners: (n: string) => `배너 ${n}개`,
      notices: (n: string) => `공지사항 ${n}개`,
      members: (n: string) => `회원 ${n}명`,
      orders: (n: string) => `주문 ${n}건`,
      userProducts: (n: string) => `이용 상품 ${n}건`,
      useLogs: (n: string) => `이용 내역 ${n}건`,
      visits: (n: string) => `방문 ${n}건`,
    },
  },
  licences: '오픈소스 라이선스',
  forbidden: {
    title: '권한이 없습니다',
    text: (roles: string) => `이 화면은 ${roles} 역할이 열 수 있어요.`,
    headOffice: '특정 매장만 맡은 관리자는 열 수 없어요.',
    who: '필요하면 소유자에게 역할이나 매장을 바꿔 달라고 요청해 주세요.',
  },
  missing: {
    title: '없는 화면이에요',
    text: '주소가 바뀌었거나 지워졌어요. 메뉴에서 다시 골라 주세요.',
    home: '처음 화면으로',
  },
  crash: {
    title: '화면을 열지 못했어요',
    text: '예상하지 못한 문제가 생겼어요. 새로고침해도 계속되면 요청 ID를 알려주세요.',
    reload: '새로고침',
  },
} as const
