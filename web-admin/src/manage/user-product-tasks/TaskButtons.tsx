import type { UserProductSummary } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { text } from './copy.ts'
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
        aria-label={text[`${task}Of`](held.productName, held.memberName)}
        onClick={() => ask({ task, held })}
      >
        {text[task]}
      </Button>
    ))}
  </IfMay>
)
