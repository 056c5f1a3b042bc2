import { determinations } from '#features/determinations/contract.ts'
import { written } from '#features/determinations/testing-determinations.ts'
import { decision } from '#features/decisions/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { findingId } from '#features/prior-auths/findings.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { dayAt } from '../new-york-day.ts'
import { claimOfWorker } from '../many-workers.ts'
import { paidIsCovered } from './claim-facts.ts'
import type { Walk } from './portal.ts'
import { type Row, people, drugs, anyRequest, day, ask, somebody, shown, short, open } from './calls.ts'

export async function intake(walk: Walk): Promise<void> {
  const { random, api } = walk
  const { sub, n } = random.pick(walk.crowd)
  const drug = random.pick(drugs)
  const rx = `${n}${random.below(4)}`
  const fill = random.below(3)
  const quantity = random.pick([60, 60, 60, 30, 90])
  const now = api.clock.now()
  const days = random.pick([30, 30, 10])
  // What is sent again is sometimes of another prescriber, or for the brand.
  const claim = claimOfWorker(n, {
    sub,
    drug,
    rx,
    fill,
    quantity,
    date: dayAt(now),
    days,
    ...(random.percent(8) && { npi: '1999999984' }),
  })
  if (random.percent(8)) claim.prescription!.daw = '1'
  const { status, body, text } = await api.service.ask(transactions.intake, claim)
  walk.path.push(
    `pharmacy bills ${drug} rx ${rx} of ${sub} ${n}: ${status} ${body.status} ${body.rejects?.map((one) => one.code).join(' ')}`,
  )
  if (status !== 200) throw new Error(`The claim was not taken: ${text}`)
  if (body.status !== 'P') return
  walk.paid.push(body.tcn)
  await paidIsCovered(walk, body.tcn, now.toISOString())
}

export async function reverse(walk: Walk): Promise<void> {
  if (walk.paid.length === 0) return
  // Mostly one of the last; sometimes one that was reversed already.
  const at = Math.max(0, walk.paid.length - 1 - walk.random.below(12))
  const tcn = walk.paid[at]!
  if (walk.random.percent(80)) walk.paid.splice(at, 1)
  const { bin, pcn, insurance } = claimOfWorker(1)
  const { status, body, text } = await walk.api.service.ask(transactions.reverse, {
    tcn,
    bin: bin!,
    pcn: pcn!,
    insurance: { groupCode: insurance!.groupCode! },
  })
  walk.path.push(`pharmacy reverses ${tcn}: ${status} ${body.status}`)
  if (status !== 200 && status !== 404) throw new Error(`The reversal was not taken: ${text}`)
}

function approval(walk: Walk, row: Row): InputOf<typeof decision.approve> {
  const { random } = walk
  return {
    id: row.id,
    version: shown(walk, row),
    supersede: random.percent(60),
    note: 'Two of us agreed',
    reasonId: 1,
    ...(random.percent(40) && { oneTimeFill: random.percent(50) }),
    ...(random.percent(20) && { paMaxFill: 1 + random.below(5), oneTimeFill: false }),
    ...(random.percent(10) && { overrideAllRejections: true }),
    ...(random.percent(30) && {
      safetyRejectEnabled: true,
      // A pharmacist names what is left of the first approval.
      rejects: row.rejects
        .filter(({ safety }) => safety || row.status_id !== 22)
        .map((reject) => ({
          rejectCode: reject.rejectCode,
          finding: findingId(reject, row.rejects),
          override: random.percent(90),
          reason: 'I have weighed the risk',
        })),
    }),
    ...(random.percent(15) && { drugLevel: random.pick([14, 12, 10, 8, 11, 4]) }),
    ...(random.percent(10) && {
      startDate: day(walk, random.pick([0, 1, 20, -10])),
      endDate: day(walk, random.pick([5, 25, 60])),
    }),
    ...(random.percent(5) && { rejects: [{ rejectCode: '75', override: random.percent(70) }] }),
  }
}

/** Some denials name a drug to use instead; one that would be rejected too is refused. */
const withInstead = ({ random }: Walk): Pick<InputOf<typeof decision.reject>, 'reasonId' | 'insteadNdc'> =>
  random.percent(25)
    ? {
        reasonId: 6,
        insteadNdc: claimOfWorker(1, { drug: random.pick(['ibuprofen', 'meloxicam', 'tizanidine']) }).prescription!
          .productId!,
      }
    : {}

const denial = (walk: Walk, row: Row): InputOf<typeof decision.reject> => ({
  id: row.id,
  version: shown(walk, row),
  reasonId: walk.random.pick([8, 3, 1, 22]),
  note: 'Not for this injury',
  ...(walk.random.percent(20) && { oneTimeFill: true }),
  ...(walk.random.percent(30) && { terminateExisting: true }),
  ...(walk.random.percent(10) && { drugLevel: walk.random.pick([8, 10, 14]) }),
  ...withInstead(walk),
})

const denialOfFill = (walk: Walk, row: Row): InputOf<typeof decision.rejectThisFill> => ({
  id: row.id,
  version: shown(walk, row),
  reasonId: walk.random.pick([10, 3, 7, 13]),
  note: 'Not this time',
  ...withInstead(walk),
})

/** What is decided about, mostly what waits for it. */
const toDecide = (walk: Walk): Promise<Row | undefined> => anyRequest(walk, walk.random.percent(85) ? open : undefined)

export async function decide(walk: Walk): Promise<void> {
  const { random } = walk
  const about = await toDecide(walk)
  if (!about) return
  const second = (about.status_id === 25 || about.status_id === 26) && random.percent(70)
  const reviewer = about.status_id === 23 && random.percent(60)
  await decideAs(walk, second ? 'super.aaa' : reviewer ? 'ur.aaa' : somebody(walk), about)
}

async function decideAs(walk: Walk, who: string, about: Row): Promise<number> {
  // Less than was asked needs a review.
  if (who === 'ur.aaa' && about.status_id === 23 && walk.random.percent(80))
    await ask(walk, who, determinations.review, written(about.id), short(about))
  const way = walk.random.below(10)
  if (way < 6) return ask(walk, who, decision.approve, approval(walk, about), short(about))
  if (way < 8) return ask(walk, who, decision.reject, denial(walk, about), short(about))
  return ask(walk, who, decision.rejectThisFill, denialOfFill(walk, about), short(about))
}

/** Several people on one request at the same moment: one of them decides, or one and after an undo another. */
export async function race(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, open)
  if (!about) return
  for (const one of new Set(people.deciding)) await walk.person(one)
  const deciders = [0, 1, 2].map(() => decideAs(walk, walk.random.pick(people.deciding), about))
  const undone = walk.random.percent(30)
    ? await ask(walk, 'super.aaa', decision.undo, { id: about.id }, short(about))
    : 0
  const decided = (await Promise.all(deciders)).filter((status) => status === 200).length
  // An approval may wait for a second one (22, 25) and be finished by the next; nobody decides what is decided.
  const { rows } = await walk.api.db.query<{ n: number }>(
    'select count(*)::int as n from authorization_decision where authorization_id = $1 and undone_at is null',
    [about.id],
  )
  walk.path.push(`  three at once on ${short(about)}: ${decided} did, ${rows[0]!.n} stands`)
  if (rows[0]!.n > 1 || (undone !== 200 && decided > 2))
    throw new Error(`${decided} decided at once on ${short(about)}`)
}

export async function undo(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, walk.random.percent(85) ? [30, 40, 41] : undefined)
  if (!about) return
  const { rows } = await walk.api.db.query<{ username: string }>(
    `select u.username from rx_authorization a join app_user u on u.id = a.completed_by where a.id = $1`,
    [about.id],
  )
  const who = walk.random.percent(80) ? (rows[0]?.username ?? 'super.aaa') : somebody(walk)
  await ask(walk, who, decision.undo, { id: about.id }, short(about))
}

/** A decision taken back at once leaves the request and the worker's prior authorizations as they were before. */
export async function decideAndUndo(walk: Walk): Promise<void> {
  const { random } = walk
  const about = await anyRequest(walk, open)
  if (!about) return
  const who = [25, 26].includes(about.status_id)
    ? 'super.aaa'
    : about.status_id === 23
      ? 'ur.aaa'
      : random.pick(people.deciding)
  await writeDownSilence(walk, about)
  const before = await decisionInForce(walk, about)
  if ((await decideAs(walk, who, about)) !== 200) return
  const { rows } = await walk.api.db.query<{ n: number }>('select status_id as n from rx_authorization where id = $1', [
    about.id,
  ])
  if (rows[0]!.n < 30) return
  const undone = await ask(walk, who, decision.undo, { id: about.id }, short(about))
  if (undone !== 200) return
  const after = await decisionInForce(walk, about)
  if (after !== before) throw new Error(`Before the decision and after its undo:\n${before}\n${after}`)
}

/** What silence approved of a worker's requests is written down by the next act on any of them, and is no part of that act. */
async function writeDownSilence({ api, jobs }: Walk, about: Row): Promise<void> {
  const { rows } = await api.db.query(
    `select from rx_authorization a join rx_authorization b on b.mc = a.mc and b.stratus_claim_id = a.stratus_claim_id
      where a.id = $1 and b.status_id between 20 and 29 and b.silence_approves and b.statutory_due_at < $2`,
    [about.id, api.clock.now()],
  )
  if (rows.length > 0) while ((await jobs.tick()) > 0);
}

/** What a decision may change of a request and of its worker's prior authorizations. */
async function decisionInForce(walk: Walk, row: Row): Promise<string> {
  const { rows } = await walk.api.db.query<{ text: string }>(
    `select jsonb_build_object('status', a.status_id, 'firstApproval', a.first_approval, 'due', a.statutory_due_at,
       'escalated', a.escalation_level, 'priorAuths',
       (select jsonb_agg(p.override_ref || ' ' || p.status_id || ' ' || p.created_source order by p.override_ref) from prior_auth p
         where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in (1, 2, 3, 4, 7)))::text as text
     from rx_authorization a where a.id = $1`,
    [row.id],
  )
  return rows[0]!.text
}
