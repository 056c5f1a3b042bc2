import { useState } from 'react'
import { useSearch } from 'wouter'
import { rejectCodes } from '#features/reject-codes/contract.ts'
import { shortcutGroups } from '#features/shell/shortcut-groups.ts'
import { brand, phoneHref } from '#platform/brand.ts'
import { setPreferences, usePreferences } from '#platform/browser/preferences.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { Switch } from '#platform/ui/form/switch.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import css from './help.module.css'
import { whoClears } from '#features/reject-codes/glossary.ts'
import { helpFor } from '#features/reject-codes/matching.ts'
import { news } from './news.ts'

const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Search help' },
  { keys: ['C'], does: 'Chat' },
  { keys: ['?'], does: 'All keys' },
]
const often = ['Refill too soon', 'Opioid', 'Prior authorization', 'Snooze']
/** Pages that everybody has; the others of a user are in the list of keys under "?". */
const keyGroups = shortcutGroups([
  { key: 'h', label: 'Home' },
  { key: 'a', label: 'Authorization Requests' },
  { key: 'p', label: 'Patients' },
])

/** /help: reject codes, terms, keys and news in plain words, found by one field, which may begin with words (/help?find=). */
export function Help() {
  const find = new URLSearchParams(useSearch()).get('find') ?? ''
  return <HelpPage key={find} find={find} />
}

function HelpPage({ find }: { find: string }) {
  const [typed, setTyped] = useState(find)
  const [all, setAll] = useState(false)
  const asked = useRead(rejectCodes.all, {})
  useHints(hints)
  const found = helpFor(typed, asked.data ?? [], keyGroups, all)
  const nothing = asked.data && found.codes.length + found.terms.length + found.keys.length === 0
  return (
    <Page canvas>
      <div className={css.head}>
        <PageTitle title="Help" />
        <TextField
          label="Search help"
          quiet
          type="search"
          icon={iconSearch}
          size="large"
          placeholder="A code, a word, or what you want to do"
          value={typed}
          onChange={setTyped}
          className={css.search}
          end={<Keys of={['/']} />}
        />
        <p className={css.often}>
          <span>Frequent:</span>
          {often.map((words) => (
            <Button key={words} tone="quiet" size="small" onClick={() => setTyped(words)}>
              {words}
            </Button>
          ))}
        </p>
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          {nothing && (
            <Card>
              <State small kind="noMatch" title={`Nothing found for “${typed.trim()}”`}>
                Try another word, or ask Chat Support (press C).
              </State>
            </Card>
          )}
          {!nothing && (
            <Card
              title="Reject codes"
              sub={asked.data && `${found.codes.length} of ${asked.data.length}`}
              acts={
                typed.trim() === '' && (
                  <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
                    {all ? 'Fewer codes' : 'All codes'}
                  </Button>
                )
              }
            >
              {asked.error && !asked.data ? (
                <NotLoaded title="The codes could not be loaded" of={asked} />
              ) : (
                <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={240} />} loaded="Codes loaded.">
                  <dl className={css.terms}>
                    {found.codes.map((one) => (
                      <div key={one.rejectCodeId}>
                        <dt>
                          <CodeChip code={one.rejectCode} words={one.description} beside /> {one.description}
                        </dt>
                        <dd>
                          {one.fixHint} {whoClears[one.overridableBy]}
                        </dd>
                      </div>
                    ))}
                  </dl>
                  {asked.data && found.codes.length === 0 && <p className="muted">No code fits.</p>}
                </Loading>
              )}
            </Card>
          )}
          {found.terms.length > 0 && (
            <Card title="Terms" sub={String(found.terms.length)}>
              <dl className={css.terms}>
                {found.terms.map(({ term, means }) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{means}</dd>
                  </div>
                ))}
              </dl>
            </Card>
          )}
        </div>
        <div className={css.column}>
          <AskSomebody />
          <WhatIsNew />
          <KeyList groups={found.keys} />
        </div>
      </div>
    </Page>
  )
}

function AskSomebody() {
  return (
    <Card title="Ask a person">
      <ul className={css.lines}>
        <li>
          <b>Chat Support</b>
          <Keys of={['C']} stay />
        </li>
        <li>
          <span>
            <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>
            <small>{brand.supportHours}</small>
          </span>
        </li>
      </ul>
    </Card>
  )
}

function WhatIsNew() {
  return (
    <Card title="What is new">
      <ul className={css.lines}>
        {news.map(({ day, title, text }) => (
          <li key={title}>
            <span className={css.day}>{day}</span>
            <span>
              <b>{title}</b>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function KeyList({ groups }: { groups: ReturnType<typeof shortcutGroups> }) {
  const { singleKeys } = usePreferences()
  if (groups.length === 0) return null
  return (
    <Card
      title="Keys"
      acts={<Switch label="Single keys" checked={singleKeys} onChange={(on) => setPreferences({ singleKeys: on })} />}
    >
      <div className={css.keys}>
        {groups.map(({ title, of }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {of.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys of={keys} stay />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Card>
  )
}
