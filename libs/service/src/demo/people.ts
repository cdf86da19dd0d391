import { demoId } from './ids.ts'
import type { Random } from './random.ts'

/** Name, gender, birth date, and cars as plate, brand and model; the first car is the main one. */
export type DemoMember = readonly [
  name: string,
  gender: 'Male' | 'Female',
  birthDate: string,
  ...cars: (readonly [carNumber: string, brand: string, model: string])[],
]

/** Invented people. Their plates cover every kind of plate. */
export const demoMembers: readonly DemoMember[] = [
  ['홍길동', 'Male', '1985-03-02', ['12가3456', '현대', '그랜저']],
  ['김영희', 'Female', '1990-07-15', ['123가4567', '기아', '쏘렌토'], ['34나5678', '기아', '모닝']],
  ['이철수', 'Male', '1978-11-30', ['서울12바3456', '현대', '쏘나타 택시'], ['56다7890', '기아', '카니발']],
  ['박민수', 'Male', '1982-01-20', ['80배3456', '현대', '포터'], ['78라1234', '현대', '싼타페']],
  ['최수아', 'Female', '1994-05-05', ['123호4567', '기아', 'K5'], ['90마2345', '현대', '아반떼']],
  ['정하늘', 'Female', '1988-09-12', ['012가4568', '기타', '굴착기 DX140W'], ['11거3456', '기아', '스포티지']],
  ['강준서', 'Male', '1975-12-25', ['12육3456', 'KG모빌리티', '렉스턴'], ['22너4567', '기아', 'K8']],
  ['조은비', 'Female', '1999-02-14', ['외교005003', '제네시스', 'G90'], ['33더5678', '현대', '캐스퍼']],
  ['윤태호', 'Male', '1970-06-18', ['외빈108', '제네시스', 'G80'], ['44러6789', '현대', '팰리세이드']],
  ['장서윤', 'Female', '1983-10-09', ['임123456', '현대', '투싼'], ['55머7890', '기아', '레이']],
  ['임건우', 'Male', '1969-04-27', ['66버8901', '현대', '스타리아']],
  ['한채원', 'Female', '1991-08-08', ['77서9012', '현대', '아이오닉 5']],
  ['오시우', 'Male', '1996-03-21', ['88어1357', '현대', '코나']],
  ['서다은', 'Female', '1987-12-01', ['99저2468', '기아', '셀토스']],
  ['신우진', 'Male', '1971-02-17', ['234고5679', '기아', 'EV6']],
  ['권예린', 'Female', '1993-11-11', ['345노6780', '기아', '니로']],
  ['황도윤', 'Male', '1974-09-01', ['456도7891', 'KG모빌리티', '토레스']],
  ['안소율', 'Female', '2001-09-01', ['567로8902', '현대', '베뉴']],
  ['송민재', 'Male', '1967-01-17', ['678모9013', '기아', '모하비']],
  ['유현우', 'Male', '1972-08-14', ['789보1246', '제네시스', 'GV80']],
]

/** A member of the demo as the services store it. */
export type DemoPerson = {
  id: string
  name: string
  gender: 'Male' | 'Female'
  birthDate: string
  email: string
  phoneNumber: string
  cars: readonly { id: string; carNumber: string; brand: string; model: string }[]
}

const personOf = ([name, gender, birthDate, ...cars]: DemoMember, at: number): DemoPerson => ({
  id: demoId(`member ${at}`),
  name,
  gender,
  birthDate,
  email: `member${at + 1}@kingcar.test`,
  phoneNumber: `+8210${String(55_500_000 + at).padStart(8, '0')}`,
  cars: cars.map(([carNumber, brand, model]) => ({ id: demoId(`car ${carNumber}`), carNumber, brand, model })),
})

/** The members of the demo without a history. */
export const demoPeople: readonly DemoPerson[] = demoMembers.map(personOf)

const familyNames = [...'김이박최정강조윤장임한오서신권황안송류홍전고문손양배백허']
const givenNames = {
  Male: [
    '민준',
    '서준',
    '도윤',
    '예준',
    '시우',
    '하준',
    '지호',
    '준우',
    '현우',
    '지훈',
    '건우',
    '우진',
    '선우',
    '민재',
  ],
  Female: [
    '서연',
    '서윤',
    '지우',
    '서현',
    '하은',
    '하윤',
    '민서',
    '지유',
    '윤서',
    '채원',
    '수아',
    '지민',
    '지아',
    '은서',
  ],
} as const
const models = [
  ['현대', '그랜저'],
  ['현대', '아반떼'],
  ['현대', '투싼'],
  ['현대', '싼타페'],
  ['기아', '쏘렌토'],
  ['기아', 'K5'],
  ['기아', '스포티지'],
  ['기아', '카니발'],
  ['제네시스', 'GV70'],
  ['제네시스', 'G80'],
  ['KG모빌리티', '토레스'],
] as const
const plateLetters = [...'가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주']

/** Returns plates with three digits, which differ from each other and from those of `demoMembers`. */
export function createPlates(random: Random): () => string {
  const taken = new Set(demoPeople.flatMap(({ cars }) => cars.map(({ carNumber }) => carNumber)))
  return () => {
    for (;;) {
      const plate = `${random.between(100, 699)}${random.pick(plateLetters)}${random.between(1_000, 9_999)}`
      if (taken.has(plate)) continue
      taken.add(plate)
      return plate
    }
  }
}

/** Invents more members, with a car each. */
export function inventPeople(count: number, random: Random, plate: () => string): DemoPerson[] {
  return Array.from({ length: count }, (_, index) => {
    const gender = random.chance(0.55) ? 'Male' : 'Female'
    const name = random.pick(familyNames) + random.pick(givenNames[gender])
    const birthDate = new Date(Date.UTC(random.between(1_960, 2_003), random.between(0, 11), random.between(1, 28)))
    const [brand, model] = random.pick(models)
    const car = [plate(), brand, model] as const
    return personOf([name, gender, birthDate.toISOString().slice(0, 10), car], demoMembers.length + index)
  })
}
