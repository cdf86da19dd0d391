export type Movement = 'paid' | 'refunded'
/** Money of one payment that moved on a day; won. */
export type Moved = { paymentUid: string; merchantUid: string; movement: Movement; day: string; amount: number }
export type Found = {
  kind: 'missingHere' | 'missingInFile' | 'otherAmount' | 'otherDay' | 'wrongSum' | 'wrongVat'
  movement: Movement
  date: string
  merchantUid: string
  paymentUid: string
  fileAmount: number
  ownAmount: number
}

/**
 * Compares the settlement and the ledger of the same days, payment by payment, the largest difference first.
 * @param own the ledger of these days, and of these payments on other days
 * @param isInRange whether a day belongs to the settlement
 */
export function compareMoved(
  inFile: readonly Moved[],
  own: readonly Moved[],
  isInRange: (day: string) => boolean,
): Found[] {
  const keyOf = ({ paymentUid, movement }: Moved) => JSON.stringify([paymentUid, movement])
  const [files, owns] = [Map.groupBy(inFile, keyOf), Map.groupBy(own, keyOf)]
  return [...new Set([...files.keys(), ...owns.keys()])]
    .flatMap((key) => compareOne(files.get(key) ?? [], owns.get(key) ?? [], isInRange))
    .sort((a, b) => weightOf(b) - weightOf(a) || a.date.localeCompare(b.date))
}

const weightOf = ({ fileAmount, ownAmount }: Found) => Math.abs(fileAmount - ownAmount)

function compareOne(inFile: readonly Moved[], own: readonly Moved[], isInRange: (day: string) => boolean): Found[] {
  const rest = [...own]
  const take = (fits: (moved: Moved) => boolean) => {
    const at = rest.findIndex(fits)
    return at < 0 ? undefined : rest.splice(at, 1)[0]
  }
  const unknown = inFile.filter(({ day, amount }) => !take((each) => each.day === day && each.amount === amount))
  const found: Found[] = []
  const left = unknown.filter((moved) => {
    const twin = take(({ amount }) => amount === moved.amount)
    if (twin) found.push(differenceOf('otherDay', moved, moved.amount, twin.amount))
    return !twin
  })
  const missing = rest.filter(({ day }) => isInRange(day))
  const [first] = [...left, ...missing]
  if (!first) return found
  const [fileAmount, ownAmount] = [sum(left), sum(missing)]
  if (fileAmount === ownAmount) return found // the same total, split differently
  const kind = missing.length === 0 ? 'missingHere' : left.length === 0 ? 'missingInFile' : 'otherAmount'
  return [...found, differenceOf(kind, first, fileAmount, ownAmount)]
}

const sum = (all: readonly Moved[]) => all.reduce((total, { amount }) => total + amount, 0)

const differenceOf = (
  kind: Found['kind'],
  { movement, day: date, merchantUid, paymentUid }: Moved,
  fileAmount: number,
  ownAmount: number,
): Found => ({ kind, movement, date, merchantUid, paymentUid, fileAmount, ownAmount })
