import type { UserProductSummary } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { copy } from '../text/copy.ts'
import { accessibleLabel, labels } from './copy.ts'
import type { AskedTask, Task } from './tasks.ts'

type TaskButtonsProps = {
  held: UserProductSummary
  tasks: readonly Task[]
  /** Opens the dialog of a task. */
  ask: (asked: AskedTask) => void
}

/** A button for each task of a product, named with product and member. */
export const TaskButtons = ({ held, tasks, ask }: TaskButtonsProps) => (
  // Every task needs the same permission.
  <IfMay op="cancelUserProduct">
    {tasks.map((task) => (
      <Button
        key={task}
        aria-label={accessibleLabel(labels[task], held.productName, held.memberName)}
        onClick={() => ask({ task, held })}
      >
        {labels[task]}
      </Button>
    ))}
  </IfMay>
)

/** The same tasks in a menu, for the row of a list. */
export function TaskMenu({ held, tasks, ask }: TaskButtonsProps) {
  if (tasks.length === 0) return null
  const name = `${held.memberName} ${held.productName}`
  return (
    <IfMay op="cancelUserProduct">
      <Menu label={copy.actions.more(name)} face={<Dots />}>
        {tasks.map((task) => (
          <MenuItem
            key={task}
            danger={task === 'takeBack'}
            label={accessibleLabel(labels[task], held.productName, held.memberName)}
            onClick={() => ask({ task, held })}
          >
            {labels[task]}
          </MenuItem>
        ))}
      </Menu>
    </IfMay>
  )
}
