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
  licences: '오픈소스 라이선스',
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
