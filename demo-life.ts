/** What goes on by itself in the demonstration without a server: a pharmacy bills, support answers chats, prescribers answer letters. */
import { Pool } from '#demo/page/pg.ts'
import type { PageRequest } from '#demo/page/app.ts'
import { askPage } from '#demo/page/ask.ts'
import type { Outgoing } from '#platform/gateways/gateways.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { runJob } from '#platform/jobs/run-job.ts'
import { answerLetter, letterCodeIn } from './tools/demo/prescriber.ts'
import { atCounters } from './tools/pharmacy/attend.ts'
import type { Portal as OutsidePortal } from './tools/pharmacy/portal.ts'
import type { PagePortal } from './demo-portal.ts'

/** What the agent of the mock says. */
const SENTENCE = 'We are experiencing a technical issue. Please try again later'
const AGENT = 'demo|pat.lund'

/** How long each of them takes; the pharmacy hears of a decision once it cannot be undone any more. */
type Pace = { claimMs: number; chatMs: number; hearMs: number; letterMs: number; beatMs: number }
export const usualPace: Pace = { claimMs: 60_000, chatMs: 3000, hearMs: 13_000, letterMs: 40_000, beatMs: 3000 }
/** An agent counts as there a little longer than this. */
const PRESENT_MS = 60_000

/** What is remembered between visits. */
type Remembered = { billed: string[] }

type LifeOptions = {
  pages: Pick<PagePortal, 'portal' | 'answer'>
  pace?: Pace
  remembered: Remembered
  /** Who the visitor is. */
  visitor: () => string | undefined
}
export type Life = {
  /** The visitor called. */
  called(request: Pick<PageRequest, 'method' | 'url' | 'headers'>): void
  /** A message left the portal. */
  sent(message: Outgoing): void
  /** What is due now; answers once it is done. */
  turn(): Promise<void>
  stop(): void
}

const chatsToAnswer = `
  select s.mc, s.id, s.state = 'TALKING' as taken, a.id as agent
    from chat_session s join app_user a on a.idp_subject = $1
   where (s.state = 'WAITING' or s.state = 'TALKING' and s.agent_id = a.id)
     and 'CLIENT' = (select p.from_type from chat_message p where p.mc = s.mc and p.chat_id = s.id order by p.position desc limit 1)
   order by s.waiting_since`
const agentsOf = `
  select w.mc, a.id as agent from app_user a join user_carrier w on w.user_id = a.id and w.active where a.idp_subject = $1 and w.mc = any ($2)`

export function startLife({ pages, pace = usualPace, remembered, visitor }: LifeOptions): Life {
  const { portal } = pages
  const owner = new Pool({})
  const token = portal.settings.serviceTokens.intake[0] ?? ''
  const office: OutsidePortal = {
    ask: (call, input) => askPage(pages.answer, call, input, { origin: portal.origin, 'x-portal-request': '1' }),
  }
  const carriers = new Set<string>()
  const counters = atCounters(
    { ask: (call, input) => askPage(pages.answer, call, input, { authorization: `Bearer ${token}` }) },
    {
      tell: () => {},
      day: () => dateIn(portal.clock.now().getTime(), 'America/Los_Angeles'),
      random: (most) => portal.random.bytes(1)[0]! % most,
      stopped: () => stopped,
      wasBilled: (rxNumber) => remembered.billed.includes(rxNumber),
      onBilled: (rxNumber) => void remembered.billed.push(rxNumber),
    },
  )
  let stopped = false

  const asAgent = (mc: string, userId: string, call: string, input: Record<string, unknown>): Promise<void> =>
    runJob(
      portal,
      `demo ${call}`,
      (context) =>
        portal
          .actAs(context, { userId, sessionId: null }, async () => ({ call, input }))
          .then((became) => {
            if (!('answer' in became)) throw new Error(`${call}: ${JSON.stringify(became)}`)
          }),
      { mc, payload: {} },
    )

  const answerChats = async (): Promise<void> => {
    if (visitor() === AGENT) return // the visitor answers
    for (const row of (await owner.query(chatsToAnswer, [AGENT])).rows) {
      const { mc, id, taken, agent } = row as { mc: string; id: string; taken: boolean; agent: string }
      if (!taken) await asAgent(mc, agent, 'chat.take', { id, mine: true })
      await asAgent(mc, agent, 'chat.reply', { id, message: SENTENCE, messageKey: crypto.randomUUID() })
    }
  }

  const beThere = async (): Promise<void> => {
    if (visitor() === AGENT || carriers.size === 0) return
    for (const row of (await owner.query(agentsOf, [AGENT, [...carriers]])).rows) {
      const { mc, agent } = row as { mc: string; agent: string }
      await asAgent(mc, agent, 'chat.presence', { available: true, hidden: true })
    }
  }

  /** When each is done next, in milliseconds of the machine. */
  const due = {
    claim: performance.now() + Math.min(pace.chatMs, pace.claimMs),
    listen: Infinity,
    chats: Infinity,
    there: 0,
  }
  const open: { code: string; at: number }[] = []
  const isDue = (what: keyof typeof due, again: number): boolean => {
    const now = performance.now()
    if (due[what] > now) return false
    due[what] = now + again
    return true
  }
  const turn = async (): Promise<void> => {
    if (visitor() === undefined) return
    if (isDue('there', PRESENT_MS)) await beThere()
    if (isDue('chats', Infinity)) await answerChats()
    if (isDue('listen', Infinity)) await counters.listen()
    if (isDue('claim', pace.claimMs)) {
      if (counters.waiting.size > 0) await counters.listen()
      await counters.next()
    }
    for (const one of open.filter(({ at }) => at <= performance.now())) {
      open.splice(open.indexOf(one), 1)
      await answerLetter(office, one.code)
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const beat = async (): Promise<void> => {
    await turn().catch((error: Error) => portal.log.warn({ err: { message: error.message } }, 'life'))
    if (!stopped) timer = setTimeout(() => void beat(), pace.beatMs)
  }
  timer = setTimeout(() => void beat(), pace.beatMs)

  return {
    called: ({ method, url, headers }) => {
      const now = performance.now()
      const mc = headers['x-master-carrier']
      if (mc !== undefined && !carriers.has(mc)) {
        carriers.add(mc)
        due.there = now
      }
      if (method === 'GET') return
      if (/\/chat\/(?:startChat|sendMessage)$/.test(url)) due.chats = now + pace.chatMs
      if (/\/(?:status|bulk)/.test(url)) due.listen = now + pace.hearMs
    },
    sent: ({ text }) => {
      const code = letterCodeIn(text)
      if (code !== undefined) open.push({ code, at: performance.now() + pace.letterMs })
    },
    turn,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
