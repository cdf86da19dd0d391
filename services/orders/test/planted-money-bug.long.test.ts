import { runHistories } from '@kingcar/testing/money'
import { expect, test } from 'vitest'
import { historyWorld } from './history-world.ts'
import { startOrdersWithProvider } from './orders-with-provider.ts'

/** Money that the service owes and does not write down: a return that the provider refuses is never repeated or listed. */
const owedReturnsNotWritten = `
  create function orders.forget_owed_return() returns trigger language plpgsql security definer as $$
    begin delete from orders.owed_returns where id = new.id; return null; end $$;
  create trigger forget_owed_return after insert on orders.owed_returns
    for each row execute function orders.forget_owed_return()`

/** A stop that loses against the renewal whose charge is in progress: its response is 200, and the next period is paid. */
const stopsUndone = `
  create function orders.undo_stop() returns trigger language plpgsql security definer as $$
    begin
      if new.next_billing_at is null and exists
        (select 1 from orders.orders o where o.renews = new.id and o.state = 'Create')
      then
        new.next_billing_at := old.next_billing_at; new.state := old.state;
        new.ended_at := old.ended_at; new.end_cause := old.end_cause;
      end if;
      return new;
    end $$;
  create trigger undo_stop before update on orders.user_products for each row execute function orders.undo_stop()`

/** An order that ends unpaid or is refunded keeps its coupon, which is used up by fewer orders than it may have. */
const couponsNotGivenBack = 'drop trigger orders_coupon_followed on orders.orders'

test('random histories find a coupon that is not given back', async () => {
  const money = await startOrdersWithProvider()
  await money.orders.backend.sql.unsafe(couponsNotGivenBack)
  const { findings } = await runHistories(historyWorld(money), { seed: 1, histories: 12, rounds: 2 })
  expect(findings.join('\n')).toMatch(/\d+ redemptions, and \d+ orders/)
  await expect(money[Symbol.asyncDispose]()).rejects.toThrow() // redemptions are compared with orders at the end, too
}, 900_000)

test('random histories find an owed return that is not written', async () => {
  await using money = await startOrdersWithProvider()
  await money.orders.backend.sql.unsafe(owedReturnsNotWritten)
  const { findings, unexplained } = await runHistories(historyWorld(money), { seed: 3, histories: 12, rounds: 2 })
  expect(findings.join('\n')).toMatch(/\d+ of \d+ unexplained/)
  expect(unexplained).toBeGreaterThan(0)
}, 900_000)

test('random histories find a stop that loses against a renewal', async () => {
  await using money = await startOrdersWithProvider()
  await money.orders.backend.sql.unsafe(stopsUndone)
  // of these three rounds one moves the clock by a month
  const running = runHistories(historyWorld(money), { seed: 1, histories: 40, rounds: 3 })
  // Also where a member leaves during a renewal, which ends the histories.
  const found = await running.then(
    ({ findings }) => findings.join('\n'),
    (error: unknown) => String(error),
  )
  expect(found).toMatch(/renewed after it was stopped|were not stopped/)
}, 900_000)
