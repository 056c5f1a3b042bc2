import type pg from 'pg'
import type { BrowserContext } from 'playwright-core'
import { factsOf } from './facts.ts'
import { whyNotSo } from './judging.ts'
import { statementsIn } from './reading.ts'
import type { Statement, Untruth } from './statement.ts'

// What the screens say when something is done: the button that was pressed, and the toast after it.

export type Shown = { channel: 'toast' | 'button'; text: string; path: string; at: string }

declare const noteShown: (shown: Omit<Shown, 'at'>) => Promise<void>

/** Keeps what every page of this browser shows: each toast, and what the button said that sent a form. */
export async function keepShown(context: BrowserContext, now: () => Date, into: Shown[]): Promise<void> {
  await context.exposeBinding('noteShown', (_, shown: Omit<Shown, 'at'>) => {
    into.push({ ...shown, at: now().toISOString() })
  })
  await context.addInitScript(watchPage)
}

/** Runs in the page. */
function watchPage(): void {
  const known = new WeakMap<Element, string>()
  const note = (channel: Shown['channel'], text: string): void =>
    void noteShown({ channel, text: text.trim(), path: location.pathname }).catch(() => {})
  const look = (): void => {
    for (const one of document.querySelectorAll('section[aria-label="Notifications"] [id^="toast-"], [role="alert"]')) {
      const text = one.textContent
      if (text === '' || known.get(one) === text) continue
      known.set(one, text)
      if (one.role !== 'alert' || text.startsWith('NOT ')) note('toast', text)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  const ofForm = (form: EventTarget | null): Element | null =>
    form instanceof Element ? form.querySelector('#confirm') : null
  addEventListener(
    'submit',
    (event) => note('button', (event.submitter ?? ofForm(event.target))?.textContent ?? ''),
    true,
  )
}

/** An act follows its button at once; its toast may come before the answer, and some time after it. */
const BEFORE_MS = { button: 1000, toast: 10_000 }
const AFTER_MS = 60_000
/** What people do to a request: 120 to 219, but for what the clock does and who takes it. */
const acts =
  'event_code between 120 and 219 and event_code not in (163, 164, 170, 171, 172, 173, 174, 175, 180, 181, 191)'
const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

/** The requests something shown is about: the one that was open, or those of the claim it names. */
async function aboutOf(db: Pick<pg.Client, 'query'>, { channel, text, path }: Shown): Promise<string[]> {
  const claim = /\bclaim ([^\s,]+), [A-Z0-9]+\//.exec(text)?.[1]
  if (channel === 'toast' && claim !== undefined) {
    const { rows } = await db.query<{ id: string }>(
      'select a.id from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id where c.claim_number = $1',
      [claim],
    )
    return rows.map(({ id }) => id)
  }
  const id = /^\/authorizations\/request\/([0-9a-f-]{36})/.exec(path)?.[1]
  return id === undefined ? [] : [id]
}

/** When something was done to these requests about the time something was shown, each once. */
async function momentsOf(
  db: Pick<pg.Client, 'query'>,
  ids: readonly string[],
  { at, channel }: Shown,
): Promise<{ id: string; at: string }[]> {
  const { rows } = await db.query<{ id: string; at: Date | string }>(
    `select distinct authorization_id as id, at from authorization_event
      where authorization_id = any($1::uuid[]) and at between $2 and $3 and ${acts} order by at`,
    [ids, later(at, -BEFORE_MS[channel]), later(at, AFTER_MS)],
  )
  return rows.map((row) => ({ id: row.id, at: new Date(row.at).toISOString() }))
}

/** Who gets what was saved, where a person was named: somebody else was notified and they were not. */
async function whyNotThem(
  db: Pick<pg.Client, 'query'>,
  said: Statement,
  ids: readonly string[],
): Promise<string | undefined> {
  if (said.says !== 'saved' || said.to === undefined || /^(?:the|a) /.test(said.to)) return undefined
  const { rows } = await db.query<{ name: string }>(
    `select distinct u.first_name || ' ' || u.last_name as name from user_notification n join app_user u on u.id = n.user_id
      where n.authorization_id = any($1::uuid[]) and n.kind in ('secondNeeded', 'clinicalNeeded', 'seniorNeeded')`,
    [ids],
  )
  const names = rows.map(({ name }) => name)
  return names.length === 0 || names.includes(said.to) ? undefined : `it went to ${names.join(', ')}`
}

/** Checks what was shown against what became of it. A button that was refused did nothing, and said nothing of what is. */
export async function checkShown(
  db: Pick<pg.Client, 'query'>,
  shown: readonly Shown[],
): Promise<{ statements: number; untruths: Untruth[] }> {
  const untruths: Untruth[] = []
  let statements = 0
  for (const one of shown) {
    const said = statementsIn(one.channel, one.text) ?? []
    if (said.length === 0) continue
    const ids = await aboutOf(db, one)
    const moments = await momentsOf(db, ids, one)
    const refused = shown.some(
      ({ text, at }) =>
        /^NOT (?:approved|rejected|sent|undone)/.test(text) && at >= one.at && at <= later(one.at, AFTER_MS),
    )
    if (ids.length === 0 || refused || (moments.length === 0 && one.channel === 'button')) continue
    for (const statement of said) {
      statements += 1
      const whys: (string | undefined)[] = []
      for (const { id, at } of moments) {
        const of = (await factsOf(db, [id], at)).get(id)
        if (of) whys.push(whyNotSo(statement, of))
      }
      const why = whys.includes(undefined) ? await whyNotThem(db, statement, ids) : (whys.at(-1) ?? 'nothing was done')
      if (why !== undefined)
        untruths.push({
          channel: one.channel,
          id: one.path,
          text: one.text,
          why: `${statement.says}: ${why}`,
          about: ids,
        })
    }
  }
  return { statements, untruths }
}
