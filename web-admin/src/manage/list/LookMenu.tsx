import { Menu, MenuChoices, Unfolds } from '../components/Menu.tsx'
import { copy } from '../text/copy.ts'
import { pageSizes } from './list-search.ts'
import styles from './look.module.css'
import { densities, type useLook } from './look.ts'
import { textIn, useListSearch } from './use-list-search.ts'

const text = copy.look
const heights = densities.map((density) => [density, text.densities[density]] as const)
const sizes = ['', ...pageSizes.map(String)].map((size) => [size, text.size(size || text.defaultSize)] as const)

type LookMenuProps = {
  look: ReturnType<typeof useLook>
  /** Columns that the user may hide. */
  columns: readonly { key: string; title: string }[]
}

/** Menu of the appearance of a list: the height of its rows, the number of rows on a page, and its columns. */
export function LookMenu({ look, columns }: LookMenuProps) {
  const { search, change } = useListSearch()
  return (
    <Menu
      label={text.label}
      face={<Unfolds>{text.label}</Unfolds>}
      head={
        <>
          <MenuChoices label={text.density} choices={heights} chosen={look.density} onChoose={look.setDensity} />
          <MenuChoices
            label={text.sizes}
            choices={sizes}
            chosen={textIn(search, 'size')}
            onChoose={(size) => change({ size: size === '' ? undefined : Number(size) })}
          />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps the menu open while columns are chosen */}
          <fieldset className={styles.columns} onClick={(event) => event.stopPropagation()}>
            <legend>{text.columns}</legend>
            {columns.map(({ key, title }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={!look.hidden.includes(key)}
                  onChange={(event) => look.setHidden(key, !event.target.checked)}
                />
                {title}
              </label>
            ))}
          </fieldset>
        </>
      }
    >
      {null}
    </Menu>
  )
}
