import type { WebhookError } from '@kingcar/contract'

const errors: Readonly<Record<WebhookError, string>> = {
  status: '거절됨',
  redirect: '다른 주소로 보냄',
  timeout: '응답 없음',
  name: '주소를 찾을 수 없음',
  address: '내부 주소라 보내지 않음',
  connection: '연결할 수 없음',
  expired: '늦어서 보내지 않음',
}

/** Texts of the page of webhooks. */
export const text = {
  title: 'Webhook',
  lead: '방문, 결제 같은 일이 생기면 협력사 서버에 바로 알려 줘요. 이름과 연락처는 보내지 않아요.',
  list: 'Webhook 주소 목록',
  empty: '아직 Webhook 주소가 없어요',
  name: '이름',
  url: '주소',
  events: '이벤트',
  state: '상태',
  states: { on: '사용 중', off: '중지', failing: '3일 실패로 중지', trouble: '보내지 못하는 중' },
  waiting: (count: number) => `${count.toLocaleString('ko-KR')}건 대기`,
  actions: '작업',
  nameHint: '받는 시스템의 이름이에요.',
  choose: '이벤트를 하나 이상 골라 주세요.',
  create: {
    open: '주소 등록',
    title: 'Webhook 주소 등록',
    text: '인터넷에서 열리는 https 주소만 쓸 수 있어요.',
    make: '등록',
    failed: '등록하지 못했어요',
    openFailed: '창을 열지 못했어요. 새로고침한 뒤 다시 시도해 주세요.',
  },
  edit: {
    open: '수정',
    of: (name: string) => `${name} 수정`,
    title: 'Webhook 주소 수정',
    text: '주소를 바꾸면 대기 중인 이벤트도 새 주소로 보내요. 비밀 키는 그대로예요.',
    make: '저장',
    failed: '저장하지 못했어요',
    done: '저장했어요',
  },
  made: {
    title: (name: string) => `${name} 비밀 키`,
    text: '협력사에 안전하게 전해 주세요. 받은 요청이 진짜인지 이 키로 확인해요. 이 창을 닫으면 다시 볼 수 없어요.',
    label: '비밀 키',
    lost: '키를 받지 못했어요. 목록에서 교체하면 새 키를 볼 수 있어요.',
  },
  log: {
    open: '기록',
    of: (name: string) => `${name} 기록`,
    title: (name: string) => `${name} 기록`,
    list: '보낸 이벤트',
    empty: '아직 보낸 이벤트가 없어요',
    event: '이벤트',
    at: '생긴 때',
    state: '상태',
    tries: '마지막 시도',
    states: { waiting: '대기', delivered: '보냄', failed: '실패' },
    close: '닫기',
  },
  test: {
    open: '시험 보내기',
    failed: '시험 이벤트를 보내지 못했어요',
    done: (status: number, milliseconds: number) => `잘 받았어요 (${status}, ${milliseconds}ms)`,
  },
  replay: {
    open: '다시 보내기',
    from: '시작일',
    to: '종료일',
    dayRequired: '날짜를 입력해 주세요.',
    failed: '다시 보내지 못했어요',
    done: (count: number) => `${count.toLocaleString('ko-KR')}건을 다시 보내요`,
  },
  outcome: ({ status, error }: { status: number | null; error: WebhookError | null }) =>
    [status, error === null ? undefined : errors[error]]
      .filter((each) => each !== undefined && each !== null)
      .join(' '),
  enable: {
    open: '사용',
    of: (name: string) => `${name} 사용`,
    title: (name: string) => `${name}에 다시 보낼까요?`,
    text: '대기 중이던 이벤트부터 보내요.',
    done: '다시 보내기 시작해요',
  },
  disable: {
    open: '중지',
    of: (name: string) => `${name} 중지`,
    title: (name: string) => `${name}에 보내지 않을까요?`,
    text: '중지한 동안 생긴 일은 나중에 다시 보내기로만 보낼 수 있어요.',
    done: '중지했어요',
  },
  rotate: {
    open: '교체',
    of: (name: string) => `${name} 비밀 키 교체`,
    title: (name: string) => `${name} 비밀 키를 교체할까요?`,
    text: '새 키를 보여 드려요. 24시간 동안은 두 키로 함께 서명하니, 그 안에 협력사가 키를 바꿔야 해요.',
  },
  remove: {
    open: '삭제',
    of: (name: string) => `${name} 삭제`,
    title: (name: string) => `${name} 주소를 삭제할까요?`,
    text: '대기 중인 이벤트와 기록도 함께 지워져요. 되돌릴 수 없어요.',
    done: '주소를 삭제했어요',
  },
} as const
