import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { settingsQuery } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { LeaveDialog } from '../form/LeaveDialog.tsx'
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts'
import { copy } from '../text/copy.ts'
import { isKnown, knownSettings, settingGroups } from '../text/known-settings.ts'
import { AddSettingDialog } from './AddSettingDialog.tsx'
import { text } from './copy.ts'
import { KnownSettingCard } from './KnownSettingCard.tsx'
import { OtherSettingCard } from './OtherSettingCard.tsx'
import { RehearsalSection } from './rehearsal/RehearsalSection.tsx'
import { lastRehearsed } from './rehearsal/rehearsal-input.ts'
import styles from './settings.module.css'
import type { Typed } from './use-setting-card.ts'

const groups = settingGroups.map((title) => ({
  title,
  settings: knownSettings.filter(({ group }) => group === title),
}))

/** The app settings, which KingCar and the apps read at run time. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery)
  const [adding, setAdding] = useState(false)
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const isOnShow = (key: string) => isKnown(key) || data?.some((setting) => setting.key === key)
  const { leaving } = useUnsavedGuard([...typed.keys()].some(isOnShow))
  const typedOn = (key: string): Typed => ({
    isTyped: typed.has(key),
    onTyped: (isTyped, entered = '') =>
      setTyped((before) => {
        const next = new Map(before)
        if (isTyped) next.set(key, entered)
        else next.delete(key)
        return next
      }),
  })
  const { hash } = useLocation()
  const isLoaded = data !== undefined
  useEffect(() => {
    // From a search result; the router looks for the element before the settings have arrived.
    if (isLoaded && hash !== '') document.getElementById(hash)?.focus()
  }, [isLoaded, hash])
  const others = data?.filter(({ key }) => !isKnown(key))
  return (
    <Page title={text.title} lead={text.lead}>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {(data !== undefined || error === null) &&
        groups.map(({ title, settings }) => (
          <section key={title} className={styles.group} aria-label={title} aria-busy={data === undefined}>
            <h2>{title}</h2>
            <div className={styles.cards}>
              {settings.map((known) =>
                data === undefined ? (
                  <div key={known.key} className={styles.card} aria-hidden />
                ) : (
                  <Fragment key={known.key}>
                    <KnownSettingCard
                      known={known}
                      typed={typedOn(known.key)}
                      setting={data.find((setting) => setting.key === known.key)}
                    />
                    {known.key === lastRehearsed && <RehearsalSection settings={data} typed={typed} />}
                  </Fragment>
                ),
              )}
            </div>
          </section>
        ))}
      {others !== undefined && (
        <section className={styles.group} aria-labelledby="other-settings">
          <div className={styles.groupHead}>
            <div>
              <h2 id="other-settings">{text.others}</h2>
              <p>{text.othersLead}</p>
            </div>
            <Button onClick={() => setAdding(true)}>{text.add}</Button>
          </div>
          {others.length === 0 && <Empty title={text.noOthers} />}
          {others.map((setting) => (
            <OtherSettingCard key={setting.key} setting={setting} typed={typedOn(setting.key)} />
          ))}
        </section>
      )}
      {leaving !== null && <LeaveDialog onStay={() => leaving.answer(false)} onLeave={() => leaving.answer(true)} />}
      {adding && <AddSettingDialog taken={new Set(data?.map(({ key }) => key))} onClose={() => setAdding(false)} />}
    </Page>
  )
}
