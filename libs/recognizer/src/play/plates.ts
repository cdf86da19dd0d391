import { choose, integer, type Random } from './random.ts'

const privateSyllables = '가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'
const commercialSyllables = '아바사자'
const regions = '서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주'.split(' ')
const missions = '외교 영사 준외 준영 국기 협정 대표'.split(' ')

const number = (random: Random, from: number, to: number, digits: number) =>
  String(integer(random, from, to)).padStart(digits, '0')
const serial = (random: Random) => number(random, 1_000, 9_999, 4)

/** The formats of Korean number plates, each with its estimated percentage of the cars at a gate. */
const forms: readonly (readonly [share: number, make: (random: Random) => string])[] = [
  [45, (random) => `${number(random, 100, 699, 3)}${choose(random, privateSyllables)}${serial(random)}`],
  [30, (random) => `${number(random, 1, 69, 2)}${choose(random, privateSyllables)}${serial(random)}`],
  [7, (random) => `${number(random, 100, 699, 3)}${choose(random, '하허호')}${serial(random)}`],
  [
    6,
    (random) =>
      `${choose(random, regions)}${number(random, 30, 99, 2)}${choose(random, commercialSyllables)}${serial(random)}`,
  ],
  [
    3,
    (random) =>
      `${choose(random, regions)}${number(random, 1, 69, 2)}${choose(random, privateSyllables)}${serial(random)}`,
  ],
  [3, (random) => `${number(random, 80, 97, 2)}배${serial(random)}`],
  [2, (random) => `임${number(random, 0, 999_999, 6)}`],
  [1, (random) => `${choose(random, missions)}${number(random, 1, 199, 3)}${number(random, 1, 999, 3)}`],
  [1, (random) => `외빈${number(random, 1, 999, 3)}`],
  [1, (random) => `${number(random, 10, 99, 2)}${choose(random, '육해공국합')}${serial(random)}`],
  [1, (random) => `0${number(random, 1, 27, 2)}${choose(random, privateSyllables)}${serial(random)}`],
]

const hundred = forms.flatMap(([share, make]) => Array.from({ length: share }, () => make))

/** Generates a possible plate: mostly of private cars, a few of every other kind. */
export const makePlate = (random: Random): string => choose(random, hundred)(random)
