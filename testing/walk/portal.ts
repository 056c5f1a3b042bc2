import { onTestFinished } from 'vitest'
import { everyJob, everyTick } from '#registry'
import { startJobs, type Jobs } from '#platform/jobs/jobs.ts'
import { addManyWorkers } from '../many-workers.ts'
import type { TestApi, Visitor } from '../api.ts'
import { startFixtureApi } from '../fixture-api.ts'
import { nothingRead, type SentSoFar } from '../sent-statements/in-walk.ts'
import { openRandom, portalRandom, type Random } from './random.ts'

const MINUTE = 60_000
/** The jobs look when the walk says so. */
const NEVER = 1e9

/** Where a walk takes place: the portal over a world of its own, its jobs, its chance, and what was done so far. */
export type Walk = {
  api: TestApi
  jobs: Jobs
  random: Random
  /** Injured workers a walk goes to, `perSub` in each office. */
  perSub: number
  /** Whom the steps are about just now: it moves on, so that no worker's story becomes endless. */
  crowd: { sub: 'AAA1' | 'AAA2'; n: number }[]
  /** This person, signed in; signed in again when the clock has left the last session behind. */
  person(username: string): Promise<Visitor>
  emails: ReadonlyMap<string, string>
  /** Paid claims that may be reversed. */
  paid: string[]
  /** What was tried, and what came of it. */
  path: string[]
  /** What of what the portal sent was read and found to be so. */
  sent: SentSoFar
}

const states = ['FL', 'NY', 'TX', 'CA', 'IN'] as const

/** The next Monday, 15:00 UTC: a walk goes the same way on each day of the week and at each hour. */
function nextMonday(from: number): number {
  const at = new Date(from)
  at.setUTCDate(at.getUTCDate() + 7 - ((at.getUTCDay() + 6) % 7))
  return at.setUTCHours(15, 0, 0, 0)
}

/** The ground of a walk of so many steps. */
export async function openWalk(steps: number, seed: number): Promise<Walk> {
  const api = await startFixtureApi({ undoSeconds: 10, random: portalRandom(seed) })
  api.clock.move(nextMonday(Date.now()) - Date.now())
  const perSub = Math.max(12, Math.ceil(steps / 60))
  for (const sub of ['AAA1', 'AAA2'] as const) await addManyWorkers(api.db, perSub, sub)
  await api.db.query(
    `update wc_claim set juris_state = ($1::text[])[1 + (substring(subscriber_number from '\\d+$')::int % 5)] where subscriber_number like '%CROWD%'`,
    [states],
  )
  await reachable(api)
  // One office wants two people for anything dear, has rules that approve by themselves, and lets nobody shorten the list.
  await api.db.query(`insert into carrier_setting values
    ('AAA', 'AAA2', 'dualControlThreshold', '60'), ('AAA', 'AAA2', 'autoApprovalRules', '[1, 2, 3, 4, 5]'), ('AAA', 'AAA1', 'safetyOverrides', 'true')`)
  await api.db.query(
    `update user_carrier set roles = '{pbm_support}' where user_id = (select id from app_user where username = 'ext.aaa')`,
  )
  const jobs = await startJobs(api.built.portal, api.url, everyJob, everyTick, NEVER)
  onTestFinished(() => jobs.stop())
  const { rows } = await api.db.query<{ username: string; email: string }>('select username, email from app_user')
  const signedIn = new Map<string, { visitor: Visitor; until: number }>()
  return {
    api,
    jobs,
    random: openRandom(seed),
    perSub,
    crowd: [],
    emails: new Map(rows.map((row) => [row.username, row.email])),
    paid: [],
    path: [],
    sent: nothingRead(api.clock.now().toISOString()),
    person: async (username) => {
      const known = signedIn.get(username)
      const now = api.clock.now().getTime()
      if (known && now < known.until) return known.visitor
      const visitor = await api.signIn(username)
      signedIn.set(username, { visitor, until: now + 10 * MINUTE })
      return visitor
    },
  }
}

/** Workers who get texts, each at a number of their own, and letters, some of them in Spanish. */
async function reachable({ db }: TestApi): Promise<void> {
  await db.query(
    `update claimant set mobile = '813' || substring(patient_id from 'AAA(\\d)') || lpad(substring(patient_id from '\\d+$'), 6, '0'),
       address1 = case when substring(patient_id from '\\d+$')::int % 3 > 0 then '12 Elm Street' else '' end, city = 'Tampa', state = 'FL', zip = '33601',
       language = case when substring(patient_id from '\\d+$')::int % 4 = 0 then 'es' else 'en' end
      where patient_id like '%CROWD%'`,
  )
  await db.query(
    `insert into sms_campaign (mc, id, claimant_id, mobile, state, language, consent_source, opted_in_at, last_status_at, since)
     select mc, gen_random_uuid(), id, mobile, 2, language, 'TEXT', now(), now(), now() from claimant where patient_id like '%CROWD%'`,
  )
}
