import type { AdminOperation } from '@kingcar/contract'
import { openShortcuts } from '../page/open-shortcuts.ts'
import { copy } from '../search/copy.ts'
import type { Option } from '../search/option.ts'
import { copy as shared } from '../text/copy.ts'
import { copy as shell } from './copy.ts'
import { chooseScheme, type Scheme, schemes } from './scheme-choice.ts'

/** The buttons and links at the head of the current page, by their text. A command presses the original element. */
export function pageCommands(): Option[] {
  const actions = document.querySelectorAll<HTMLElement>('#content [data-actions] :is(button, a)')
  return [...actions].flatMap((action) => {
    const name = action.getAttribute('aria-label') ?? action.textContent?.trim() ?? ''
    const isUsable = name !== '' && !action.matches(':disabled, [aria-disabled=true]') && action.checkVisibility()
    return isUsable ? [{ key: name, name, run: () => action.click() }] : []
  })
}

export const storeSwitchId = 'store-switch'

/** The command that opens the choice of the store, if the page has one. */
export function storeCommands(): Option[] {
  const choice = document.getElementById(storeSwitchId)
  if (choice === null) return []
  // The dialog of the search gives the focus back first.
  const run = () => setTimeout(() => choice.focus())
  return [{ key: storeSwitchId, name: shell.switchStore, words: copy.words.store, run }]
}

/** The commands that every page offers. `op`: the operation that the administrator must be allowed to call. */
export function globalCommands(scheme: Scheme, signOut: () => void): (Option & { op?: AdminOperation })[] {
  const { add } = copy
  return [
    { key: 'note', op: 'noteVisit', name: copy.noteVisit, to: '/manage/visits', state: { noting: true } },
    { key: 'product', op: 'createProduct', name: add.product, to: '/manage/products/new' },
    { key: 'store', op: 'createStore', name: add.store, to: '/manage/stores/new' },
    { key: 'notice', op: 'createNotice', name: add.notice, to: '/manage/notices/new' },
    { key: 'banner', op: 'createBanner', name: add.banner, to: '/manage/banners/new' },
    { key: 'account', name: shell.ownAccount, words: copy.words.account, to: '/manage/account' },
    ...schemes
      .filter((each) => each !== scheme)
      .map((each) => ({
        ...{ key: each, name: `${shell.scheme.label}: ${shell.scheme[each]}`, words: copy.words[each] },
        run: () => chooseScheme(each),
      })),
    { key: 'shortcuts', name: shell.shortcuts.title, words: copy.words.shortcuts, note: '?', run: openShortcuts },
    { key: 'signOut', name: shared.account.signOut, run: signOut },
  ]
}
