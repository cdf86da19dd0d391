import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Detail } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'

/** Milliseconds to wait for the services that own recognizers and wall screens. */
const listTimeoutMs = 1_000
/** Names in one detail of the error. */
const maxNames = 20

type Listed = { content: readonly { name: string }[]; totalElements: number }

/**
 * @throws AppError IN_USE with the names of the recognizers and wall screens of a store, UNAVAILABLE if a service does not list them
 */
export async function assertNoEquipment(
  { bus }: Pick<Ctx, 'bus'>,
  storeId: string,
  { requestId }: Caller,
): Promise<void> {
  const internalCall = { requestId, actor: null, deadline: steadyNow() + listTimeoutMs }
  const input = { storeId, size: maxNames }
  const [devices, screens] = await Promise.all([
    bus.call(contract.recognition.listDevices, input, internalCall),
    bus.call(contract.member.listScreens, input, internalCall),
  ]).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause }) // also after an error of an earlier version, which cannot select a store
  })
  const details = [
    ...detailOf(devices, { path: 'devices', ko: '인식기', en: 'Recognizers' }),
    ...detailOf(screens, { path: 'screens', ko: '벽 화면', en: 'Wall screens' }),
  ]
  if (details.length > 0) throw new AppError('IN_USE', { details })
}

function detailOf({ content, totalElements }: Listed, { path, ko, en }: Detail): Detail[] {
  if (totalElements === 0) return []
  const names = content.map(({ name }) => name).join(', ')
  const more = totalElements - content.length
  return [
    {
      path,
      ko: `${ko}: ${names}${more > 0 ? ` 외 ${more}대` : ''}`,
      en: `${en}: ${names}${more > 0 ? ` and ${more} more` : ''}`,
    },
  ]
}
