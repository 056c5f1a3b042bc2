import { useEffect, useState } from 'react'
import { brand } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import type { Opened } from './link.ts'
import css from './chooser.module.css'

/** Somebody to be: a demo account, and what there is to see with it. */
export type DemoPerson = { subject: string; name: string; what: string }

type ChooserProps = {
  people: readonly DemoPerson[]
  opened: Promise<Opened>
  /** Signs in; false where that did not work. */
  onChosen: (subject: string) => Promise<boolean>
  onReset: () => void
}

/** The first page of the demonstration: what it is, and who to be. */
export function Chooser({ people, opened, onChosen, onReset }: ChooserProps) {
  const [state, setState] = useState<'loading' | 'open' | 'broken' | 'refused'>('loading')
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    opened.then(
      () => setState('open'),
      () => setState('broken'),
    )
  }, [opened])
  const choose = async (subject: string) => {
    setChosen(subject) // pressed early, it is done when the data are there
    const ok = await opened.then(
      () => onChosen(subject),
      () => undefined,
    )
    if (ok) return
    setChosen(undefined)
    if (ok === false) setState('refused')
  }
  return (
    <Frame header={<HeaderOut />}>
      <Page as="reading">
        <PageTitle title={`Try ${brand.name}`}>Try {brand.name}</PageTitle>
        <p className={css.lead}>
          This is the whole portal, running in this browser tab: the same rules, database and pages as on a server. The
          people, claims and drugs are made up. Nothing you do leaves this browser, and no mail, fax or text message is
          sent.
        </p>
        {state === 'broken' && (
          <Note tone="red" role="alert" act={<Button onClick={() => location.reload()}>Try again</Button>}>
            <b>The demonstration could not be opened.</b> It needs a current browser with WebAssembly that may keep data
            for this site. A private window may not.
          </Note>
        )}
        {state === 'refused' && (
          <Note tone="red" role="alert">
            <b>This person cannot log in any more.</b> Choose another one, or start over.
          </Note>
        )}
        <h2 className={css.ask} id="who">
          Who do you want to be?
        </h2>
        <ul className={css.people} aria-labelledby="who">
          {people.map(({ subject, name, what }) => (
            <li key={subject}>
              <button
                type="button"
                className={css.person}
                aria-busy={chosen === subject || undefined}
                disabled={state === 'broken'}
                onClick={() => void (chosen === undefined && choose(subject))}
              >
                <Avatar name={name} />
                <span className={css.words}>
                  <b>{name}</b>
                  <span>{chosen === subject ? 'Opening the portal…' : what}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className={css.foot}>
          <p role="status">
            {state === 'loading'
              ? 'Loading the data: some seconds the first time.'
              : 'What you do is kept in this browser.'}
          </p>
          <Button size="small" onClick={onReset} disabled={state === 'loading'}>
            Start over with fresh data
          </Button>
        </div>
      </Page>
    </Frame>
  )
}
