import { isDeepStrictEqual } from 'node:util'
import { decision } from '#features/decisions/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { bypasses } from '#features/bypasses/contract.ts'
import { callbacks } from '#features/callbacks/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import type { AnyCall, InputOf } from '#platform/calls/contract.ts'
import { claimOfWorker, claimIdOfWorker } from '../many-workers.ts'
import { samplePdf } from '../pdf-documents.ts'
import type { Walk } from './portal.ts'
import { fingerprint } from './invariants.ts'

const MINUTE = 60_000
const HOUR = 3_600_000

type Row = {
  id: string
  status_id: number
  version: number
  stratus_claim_id: string
  reconsideration_level: number
  sub_carrier: string
  gpi: string
}

/** Who tries something: mostly those who may, sometimes anybody. */
const people = {
  deciding: [
    'adj.aaa',
    'adj.aaa',
    'adj.aaa2',
    'super.aaa',
    'super.aaa',
    'clin.aaa',
    'pharm.aaa',
    'ur.aaa',
    'multi',
    'ext.aaa',
  ],
  watching: ['read.only', 'prog.spec', 'read.mess', 'both', 'no.role'],
  elsewhere: ['adj.bbb'],
} as const

const drugs = ['pregabalin', 'pregabalin', 'oxycodone', 'ibuprofen', 'tizanidine', 'alprazolam', 'meloxicam'] as const

/** Requests of the workers the walk is about, newest first. */
async function requests(walk: Walk): Promise<Row[]> {
  const { rows } = await walk.api.db.query<Row>(
    `select a.id, a.status_id, a.version, a.stratus_claim_id, a.reconsideration_level, a.sub_carrier, a.gpi
       from rx_authorization a join wc_claim c on c.mc = a.mc and c.id = a.stratus_claim_id
      where c.subscriber_number = any($1) order by a.created_at desc, a.id desc limit 60`,
    [walk.crowd.map(({ sub, n }) => `S${sub}CROWD${n}`)],
  )
  return rows
}

async function anyRequest(walk: Walk, statuses?: readonly number[]): Promise<Row | undefined> {
  const rows = await requests(walk)
  const fitting = statuses ? rows.filter((row) => statuses.includes(row.status_id)) : rows
  return fitting.length === 0 ? undefined : walk.random.pick(fitting)
}

const day = (walk: Walk, plus = 0): string =>
  new Date(walk.api.clock.now().getTime() + plus * 24 * HOUR).toISOString().slice(0, 10)

let keys = 0

/** Asks as somebody; sometimes twice with one key. Whoever may only read changes nothing; nobody ever meets a fault. */
async function ask<C extends AnyCall>(
  walk: Walk,
  username: string,
  call: C,
  input: InputOf<C>,
  about: string,
): Promise<number> {
  const { random, api } = walk
  const twice = random.percent(4)
  keys += 1
  const key = `walk-key-${keys}`
  const visitor = await walk.person(username)
  const watched = (people.watching as readonly string[]).includes(username) || username === 'adj.bbb'
  const before = watched ? await fingerprint(api.db) : ''
  const once = () => visitor.ask(call, input, { key })
  const [first, second] = await Promise.all([once(), ...(twice ? [once()] : [])])
  const said = first!.status === 200 ? '' : ` ${(first!.body as { status?: { code: string } }).status?.code ?? ''}`
  walk.path.push(`${username} ${call.name} ${about}: ${first!.status}${said}${twice ? ' twice' : ''}`)
  if (first!.status >= 500)
    throw new Error(
      `A fault: ${first!.text}\n${api.logged
        .filter((line) => /"level":(40|50)/.test(line))
        .slice(-3)
        .join('')}`,
    )
  // A refusal may be another one by then; what was done is answered as it was. A version that nobody had been shown yet may
  // have come true between the two: the one that came too early was refused and left no trace.
  const tooEarly =
    (second?.body as { data?: { version?: number } })?.data?.version === Number(Object(input).version) - 1
  if (
    twice &&
    first!.status === 200 &&
    !(second!.status === 409 && tooEarly) &&
    (second!.status !== 200 || !isDeepStrictEqual(second!.body, first!.body))
  )
    throw new Error(`The same key was answered differently: ${first!.text} and ${second!.text}`)
  if (watched) {
    if (first!.status === 200) throw new Error(`${username} may not do this.`)
    const after = await fingerprint(api.db)
    if (after !== before) throw new Error(`${username} changed something:\n${before}\n\n${after}`)
  }
  return first!.status
}

const somebody = (walk: Walk): string => {
  const { random } = walk
  if (random.percent(2)) return random.pick(people.watching)
  if (random.percent(1)) return random.pick(people.elsewhere)
  return random.pick(people.deciding)
}

/** A version a screen might show: mostly the right one. */
const shown = (walk: Walk, row: Row): number =>
  walk.random.percent(6) ? row.version + 1 - walk.random.below(3) || 1 : row.version
const short = (row: Row): string => `${row.id.slice(-12)} (${row.status_id})`

const open = [20, 21, 22, 23, 24, 25] as const

async function intake(walk: Walk): Promise<void> {
  const { random, api } = walk
  const { sub, n } = random.pick(walk.crowd)
  const drug = random.pick(drugs)
  const rx = `${n}${random.below(4)}`
  const fill = random.below(3)
  const quantity = random.pick([60, 60, 60, 30, 90])
  const today = api.clock.now().toISOString().slice(0, 10)
  const { status, body, text } = await api.service.ask(
    transactions.intake,
    claimOfWorker(n, { sub, drug, rx, fill, quantity, date: today, days: random.pick([30, 30, 10]) }),
  )
  walk.path.push(
    `pharmacy bills ${drug} rx ${rx} of ${sub} ${n}: ${status} ${body.status} ${body.rejects?.map((one) => one.code).join(' ')}`,
  )
  if (status !== 200) throw new Error(`The claim was not taken: ${text}`)
  if (body.status === 'P') walk.paid.push(body.tcn)
}

async function reverse(walk: Walk): Promise<void> {
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
    ...(random.percent(30) && { safetyRejectEnabled: true, safetyAck: 'I have weighed the risk' }),
    ...(random.percent(15) && { drugLevel: random.pick([14, 12, 10, 8, 11, 4]) }),
    ...(random.percent(10) && {
      startDate: day(walk, random.pick([0, 1, 20, -10])),
      endDate: day(walk, random.pick([5, 25, 60])),
    }),
    ...(random.percent(5) && { rejects: [{ rejectCode: '75', override: random.percent(70) }] }),
  }
}

const denial = (walk: Walk, row: Row): InputOf<typeof decision.reject> => ({
  id: row.id,
  version: shown(walk, row),
  reasonId: walk.random.pick([10, 3, 1, 7]),
  note: 'Not for this injury',
  ...(walk.random.percent(20) && { oneTimeFill: true }),
  ...(walk.random.percent(30) && { terminateExisting: true }),
  ...(walk.random.percent(10) && { drugLevel: walk.random.pick([8, 10, 14]) }),
})

const denialOfFill = (walk: Walk, row: Row): InputOf<typeof decision.rejectThisFill> => ({
  id: row.id,
  version: shown(walk, row),
  reasonId: walk.random.pick([10, 3]),
  note: 'Not this time',
})

/** What is decided about, mostly what waits for it. */
const toDecide = (walk: Walk): Promise<Row | undefined> => anyRequest(walk, walk.random.percent(85) ? open : undefined)

async function decide(walk: Walk): Promise<void> {
  const { random } = walk
  const about = await toDecide(walk)
  if (!about) return
  const second = about.status_id === 25 && random.percent(70)
  const reviewer = about.status_id === 23 && random.percent(60)
  await decideAs(walk, second ? 'super.aaa' : reviewer ? 'ur.aaa' : somebody(walk), about)
}

function decideAs(walk: Walk, who: string, about: Row): Promise<number> {
  const way = walk.random.below(10)
  if (way < 6) return ask(walk, who, decision.approve, approval(walk, about), short(about))
  if (way < 8) return ask(walk, who, decision.reject, denial(walk, about), short(about))
  return ask(walk, who, decision.rejectThisFill, denialOfFill(walk, about), short(about))
}

/** Several people on one request at the same moment: one of them decides, or one and after an undo another. */
async function race(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, open)
  if (!about) return
  for (const one of new Set(people.deciding)) await walk.person(one)
  const deciders = [0, 1, 2].map(() => decideAs(walk, walk.random.pick(people.deciding), about))
  const undone = walk.random.percent(30)
    ? await ask(walk, 'super.aaa', decision.undo, { id: about.id }, short(about))
    : 0
  const decided = (await Promise.all(deciders)).filter((status) => status === 200).length
  // An approval may stop half way (22, 25) and be finished by the next; nobody decides what is decided.
  const { rows } = await walk.api.db.query<{ n: number }>(
    'select count(*)::int as n from authorization_decision where authorization_id = $1 and undone_at is null',
    [about.id],
  )
  walk.path.push(`  three at once on ${short(about)}: ${decided} did, ${rows[0]!.n} stands`)
  if (rows[0]!.n > 1 || (undone !== 200 && decided > 2))
    throw new Error(`${decided} decided at once on ${short(about)}`)
}

async function undo(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, walk.random.percent(85) ? [30, 40, 41] : undefined)
  if (!about) return
  const { rows } = await walk.api.db.query<{ username: string }>(
    `select u.username from rx_authorization a join app_user u on u.id = a.completed_by where a.id = $1`,
    [about.id],
  )
  const who = walk.random.percent(80) ? (rows[0]?.username ?? 'super.aaa') : somebody(walk)
  await ask(walk, who, decision.undo, { id: about.id }, short(about))
}

/** A decision taken back at once leaves the request and the worker's permissions as they were before. */
async function decideAndUndo(walk: Walk): Promise<void> {
  const { random } = walk
  const about = await anyRequest(walk, open)
  if (!about) return
  const who = about.status_id === 25 ? 'super.aaa' : about.status_id === 23 ? 'ur.aaa' : random.pick(people.deciding)
  const before = await standing(walk, about)
  if ((await decideAs(walk, who, about)) !== 200) return
  const { rows } = await walk.api.db.query<{ n: number }>('select status_id as n from rx_authorization where id = $1', [
    about.id,
  ])
  if (rows[0]!.n < 30) return
  const undone = await ask(walk, who, decision.undo, { id: about.id }, short(about))
  if (undone !== 200) return
  const after = await standing(walk, about)
  if (after !== before) throw new Error(`Before the decision and after its undo:\n${before}\n${after}`)
}

/** What a decision may change of a request and of its worker's permissions. */
async function standing(walk: Walk, row: Row): Promise<string> {
  const { rows } = await walk.api.db.query<{ text: string }>(
    `select jsonb_build_object('status', a.status_id, 'half', a.first_approval, 'due', a.statutory_due_at, 'escalated', a.escalation_level, 'permissions',
       (select jsonb_agg(p.override_ref || ' ' || p.status_id order by p.override_ref) from prior_auth p
         where p.mc = a.mc and p.stratus_claim_id = a.stratus_claim_id and p.status_id in (1, 2, 3, 4, 7)))::text as text
     from rx_authorization a where a.id = $1`,
    [row.id],
  )
  return rows[0]!.text
}

async function move(walk: Walk): Promise<void> {
  const { random } = walk
  const about = await anyRequest(walk, random.percent(80) ? open : undefined)
  if (!about) return
  const closed = about.status_id >= 40
  const status =
    closed && random.percent(70)
      ? 'reopen'
      : random.pick([
          'clinical',
          'clinical',
          'ur',
          'pending',
          'pending',
          'lomn',
          'withdraw',
          'reopen',
          'secondapproval',
          'reconsider',
          'approve',
        ])
  const who =
    status === 'reopen' || about.status_id === 25
      ? random.pick(['super.aaa', somebody(walk)])
      : about.status_id === 23
        ? random.pick(['ur.aaa', somebody(walk)])
        : somebody(walk)
  await ask(
    walk,
    who,
    decision.move,
    { id: about.id, status, note: 'Please look', ...(random.percent(80) && { version: shown(walk, about) }) },
    `${short(about)} ${status}`,
  )
}

async function advise(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, [22])
  if (!about) return
  const action = walk.random.pick(['APPROVE', 'REJECT', 'APPROVE_MODIFIED', 'P2P', 'DEFER'] as const)
  const input = {
    authorizationId: about.id,
    version: about.version,
    action,
    rationale: 'The label says so',
    ...(action === 'APPROVE_MODIFIED' && { modified: { days: 7 } }),
  }
  await ask(
    walk,
    walk.random.pick(['pharm.aaa', 'pharm.aaa', 'clin.aaa', 'adj.aaa']),
    clinical.advise,
    input,
    `${short(about)} ${action}`,
  )
}

async function snooze(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, walk.random.percent(90) ? open : undefined)
  if (!about) return
  if (walk.random.percent(35)) await ask(walk, somebody(walk), clock.unsnooze, { id: about.id }, short(about))
  else {
    const value = walk.random.pick([1, 2, 4, 8, 24, 48, 3])
    await ask(walk, somebody(walk), clock.snooze, { id: about.id, value }, `${short(about)} ${value} h`)
  }
}

async function assign(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, walk.random.percent(90) ? open : undefined)
  if (!about) return
  const names = [
    walk.random.pick(['adj.aaa', 'adj.aaa2', 'super.aaa', 'multi']),
    ...(walk.random.percent(30) ? ['pharm.aaa'] : []),
  ]
  await ask(
    walk,
    somebody(walk),
    owners.assign,
    { id: about.id, userEmails: names.map((name) => walk.emails.get(name)!), version: shown(walk, about) },
    `${short(about)} ${names.join(' ')}`,
  )
}

async function claimId(walk: Walk): Promise<string> {
  const { sub, n } = walk.random.pick(walk.crowd)
  const { rows } = await walk.api.db.query<{ id: string }>(`select ${claimIdOfWorker(sub, '$1::text')} as id`, [n])
  return rows[0]!.id
}

/** A request made in the portal, or a decided one reopened at the next level; sent, or approved at once. */
async function create(walk: Walk, again: boolean): Promise<void> {
  const { random, api } = walk
  const decided = again ? await anyRequest(walk, [40, 41]) : undefined
  if (again && !decided) return
  const who = random.pick(['adj.aaa', 'adj.aaa2', 'super.aaa'])
  const input: InputOf<typeof newAuthorization.build> = decided
    ? {
        stratusClaimId: decided.stratus_claim_id,
        originalAuthId: decided.id,
        reconsiderationLevel: Math.min(3, decided.reconsideration_level + 1),
        originCode: 10,
      }
    : {
        stratusClaimId: await claimId(walk),
        originCode: 10,
        ndc: claimOfWorker(1, { drug: random.pick(drugs) }).prescription!.productId!,
        quantity: 60,
        daysSupply: 30,
      }
  const built = await ask(walk, who, newAuthorization.build, input, decided ? short(decided) : 'a new one')
  if (built !== 200 || random.percent(15)) return
  const { rows } = await api.db.query<{ id: string }>(
    `select a.id from rx_authorization a where a.status_id = 10 and a.stratus_claim_id = $1 order by a.created_at desc, a.id desc limit 1`,
    [input.stratusClaimId],
  )
  const draft = rows[0]?.id
  if (!draft) return
  await ask(
    walk,
    who,
    newAuthorization.create,
    {
      authorizationId: draft,
      selectedCaseOwners: [walk.emails.get(random.pick(['adj.aaa', 'adj.aaa2']))!],
      note: 'Before surgery',
      ...(!decided &&
        random.percent(50) && {
          approveNow: { supersede: random.percent(60), oneTimeFill: random.percent(40), reasonId: 1 },
        }),
    },
    draft.slice(-12),
  )
}

/** Permissions by hand: one made without a request, one ended or moved. */
async function permissions(walk: Walk): Promise<void> {
  const { random, api } = walk
  const stratusClaimId = await claimId(walk)
  const who = random.pick(['adj.aaa', 'super.aaa', 'clin.aaa'])
  const { rows } = await api.db.query<{ ref: string; version: number }>(
    'select override_ref as ref, version from prior_auth where stratus_claim_id = $1 order by created_at desc limit 5',
    [stratusClaimId],
  )
  if (rows.length > 0 && random.percent(70)) {
    const { ref, version } = random.pick(rows)
    const how = random.percent(60)
      ? { terminate: true }
      : { authorizationExpirationDate: day(walk, random.pick([3, 40])) }
    await ask(
      walk,
      who,
      priorAuths.end,
      { priorAuthOverrideRef: ref, version, reason: 'No longer needed', ...how },
      `${ref} ${JSON.stringify(how)}`,
    )
    return
  }
  const kind = random.pick(['PERMIT', 'PERMIT', 'BLOCK'] as const)
  const ndc = claimOfWorker(1, { drug: random.pick(drugs) }).prescription!.productId!
  await ask(
    walk,
    who,
    priorAuths.save,
    {
      stratusClaimId,
      kind,
      ndc,
      drugLevel: random.pick([14, 10]),
      startDate: day(walk),
      authorizationExpirationDate: day(walk, 20),
      codes: ['75'],
      reasonId: kind === 'BLOCK' ? 10 : 1,
      note: 'By hand',
      supersede: random.percent(50),
      ...(random.percent(40) && { oneTimeFill: true }),
    },
    kind,
  )
}

/** Two requests of one worker become one, where they are for the same drug. */
async function merge(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, open)
  if (!about) return
  const twins = (await requests(walk)).filter(
    (row) => row.id !== about.id && row.stratus_claim_id === about.stratus_claim_id,
  )
  const same = twins.filter((row) => row.status_id < 30 && row.gpi.slice(0, 10) === about.gpi.slice(0, 10))
  const among = same.length > 0 ? same : twins
  if (among.length === 0) return
  const into = walk.random.pick(among)
  const who = walk.random.percent(85) ? 'super.aaa' : somebody(walk)
  const input = { id: about.id, into: into.id, version: shown(walk, about), intoVersion: into.version }
  await ask(walk, who, merging.merge, input, `${short(about)} into ${short(into)}`)
}

/** What a review organisation, a board or a court said is written down, or withdrawn. */
async function determine(walk: Walk): Promise<void> {
  const { random, api } = walk
  const about = await anyRequest(walk, open)
  if (!about) return
  const { rows } = await api.db.query<{ id: string }>(
    'select id from determination where authorization_id = $1 and withdrawn_at is null order by id desc limit 1',
    [about.id],
  )
  const who = random.percent(85) ? random.pick(['super.aaa', 'ext.aaa', 'ur.aaa']) : somebody(walk)
  const version = shown(walk, about)
  if (rows[0] && random.percent(40)) {
    const determinationId = rows[0].id
    await ask(walk, who, determinations.withdraw, { id: about.id, determinationId, version, reason: 'x' }, short(about))
    return
  }
  const kind = who === 'ur.aaa' ? random.pick(['UR', 'IMR'] as const) : random.pick(['BOARD', 'COURT'] as const)
  const oneTimeFill = random.percent(30)
  const granted = {
    startDate: day(walk, -random.below(5)),
    endDate: day(walk, random.below(90)),
    oneTimeFill,
    drugLevel: random.pick([14, 10, 8]),
    ...(!oneTimeFill && random.percent(50) && { maxFills: 1 + random.below(6) }),
  }
  const result = random.pick(['CERTIFIED', 'MODIFIED', 'DENIED'] as const)
  await ask(
    walk,
    who,
    determinations.record,
    {
      id: about.id,
      version,
      kind,
      authority: 'Outside',
      number: `N-${keys}`,
      determinedOn: day(walk, -1 - random.below(4)),
      result,
      ...(result !== 'DENIED' && granted),
    },
    `${kind} ${result} ${short(about)}`,
  )
}

/** A letter is asked for, called off, or answered by the prescriber with the code of the message. */
async function letter(walk: Walk): Promise<void> {
  const { random, api } = walk
  const about = await anyRequest(walk, random.percent(50) ? [21] : open)
  if (!about) return
  const { rows } = await api.db.query<{ id: string; body: string | null }>(
    `select l.id, o.body from lomn_request l left join outside_message o on o.mc = l.mc and o.id = l.message_id
       where l.authorization_id = $1 order by l.id desc limit 1`,
    [about.id],
  )
  const token = /letter#([0-9A-Z-]+)/.exec(rows[0]?.body ?? '')?.[1]
  if (token && random.percent(50)) {
    const { status, text } = await api.anonymous.ask(letters.respond, {
      token,
      file: { name: 'letter.pdf', type: 'application/pdf', bytes: samplePdf('It has helped before') },
      signedBy: 'Ansel Hawthorne',
      attested: true,
    })
    walk.path.push(`the prescriber answers about ${short(about)}: ${status}`)
    if (status >= 500) throw new Error(`A fault: ${text}`)
  } else if (rows[0] && random.percent(30))
    await ask(walk, somebody(walk), letters.cancel, { lomnId: rows[0].id }, short(about))
  else
    await ask(
      walk,
      somebody(walk),
      letters.email,
      { authorizationId: about.id, to: ['office@clinic.example'] },
      short(about),
    )
}

async function bypass(walk: Walk): Promise<void> {
  const id = await claimId(walk)
  await ask(
    walk,
    walk.random.pick(['super.aaa', 'adj.aaa']),
    bypasses.set,
    {
      claimId: id,
      scope: 'ALL',
      reason: 'DISASTER',
      startDate: day(walk),
      endDate: day(walk, 2),
      maxFills: 1 + walk.random.below(2),
    },
    id.slice(-12),
  )
}

/** Somebody is away from now or soon, with or without a stand-in, comes back earlier, or calls it off. */
async function away(walk: Walk): Promise<void> {
  const { random, api } = walk
  const who = random.pick(['adj.aaa', 'adj.aaa2', 'multi', 'super.aaa'])
  const { rows } = await api.db.query<{ id: string }>(
    `select o.id from out_of_office o join app_user u on u.id = o.user_id where u.username = $1 and o.end_at > $2 order by o.start_at limit 1`,
    [who, api.clock.now()],
  )
  if (rows[0]) return void (await ask(walk, who, outOfOffice.end, { leaveId: rows[0].id }, 'comes back'))
  const from = api.clock.now().getTime() + random.below(8) * HOUR + MINUTE
  const instant = (at: number): string => new Date(at).toISOString()
  const standIns = await api.db.query<{ id: string }>(
    'select id from app_user where username = any($1) order by username',
    [['adj.aaa', 'adj.aaa2', 'multi'].filter((one) => one !== who && random.percent(50))],
  )
  await ask(
    walk,
    who,
    outOfOffice.set,
    {
      startAt: instant(from),
      endAt: instant(from + (1 + random.below(60)) * HOUR),
      delegates: standIns.rows.map(({ id }) => id),
    },
    `away with ${standIns.rows.length} to stand in`,
  )
}

/** Support calls a pharmacy that took no message. */
async function call(walk: Walk): Promise<void> {
  const { random, api } = walk
  const { rows } = await api.db.query<{ id: string; attempts: number }>(
    'select id, attempts from pharmacy_callback where status_id in (5, 7) order by id desc limit 10',
  )
  if (rows.length === 0) return
  const { id, attempts } = random.pick(rows)
  const reached = random.percent(60)
  await ask(
    walk,
    random.percent(90) ? 'ext.aaa' : somebody(walk),
    callbacks.called,
    {
      id,
      attempts: random.percent(90) ? attempts : attempts + 1,
      ...(reached ? { result: 'REACHED', spokeWith: 'Jo' } : { result: 'NOT_REACHED' }),
    },
    `${id.slice(-12)} ${reached}`,
  )
}

/** Time passes; the clock's work and the outbox's are done. */
async function wait(walk: Walk): Promise<void> {
  const { random, api, jobs } = walk
  const ms = random.percent(60) ? (1 + random.below(100)) * MINUTE : (1 + random.below(40)) * HOUR
  api.clock.move(ms)
  let done = 0
  for (let more = await jobs.tick(); more > 0; more = await jobs.tick()) done += more
  walk.path.push(`${(ms / HOUR).toFixed(1)} h pass: ${done} on the clock`)
}

/** What waits to leave leaves, and is done with before anything else happens: the walk takes the same way again. */
async function send(walk: Walk): Promise<void> {
  let sent = 0
  for (let more = await walk.jobs.relay(); more > 0; more = await walk.jobs.relay()) {
    sent += more
    await settled(walk)
  }
  walk.path.push(`${sent} of the outbox leave`)
}

async function settled({ api }: Walk): Promise<void> {
  for (;;) {
    const { rows } = await api.db.query<{ n: number }>(
      `select count(*)::int as n from pgboss.job where state < 'completed' and name not like '%dead' and name not like '\\_\\_%'`,
    )
    if (rows[0]!.n === 0) return
    await new Promise((turn) => setTimeout(turn, 5))
  }
}

/** What may happen next, and how often. */
const happenings: readonly [weight: number, happens: (walk: Walk) => Promise<void>][] = [
  [26, intake],
  [5, reverse],
  [22, decide],
  [4, race],
  [4, undo],
  [4, decideAndUndo],
  [8, move],
  [3, advise],
  [5, snooze],
  [3, assign],
  [2, (walk) => create(walk, false)],
  [2, (walk) => create(walk, true)],
  [2, permissions],
  [1, bypass],
  [3, merge],
  [3, determine],
  [3, letter],
  [2, away],
  [2, call],
  [6, wait],
  [4, send],
]
const weights = happenings.reduce((sum, [weight]) => sum + weight, 0)

/** One step of the walk, number `at` of `of`. */
export async function step(walk: Walk, at: number, of: number): Promise<void> {
  // Six workers of each office at a time; every so often one goes and another comes.
  const first = 1 + Math.floor((at / of) * Math.max(0, walk.perSub - 6))
  walk.crowd = (['AAA1', 'AAA2'] as const).flatMap((sub) =>
    [0, 1, 2, 3, 4, 5].map((more) => ({ sub, n: first + more })),
  )
  let thrown = walk.random.below(weights)
  for (const [weight, happens] of happenings) {
    thrown -= weight
    if (thrown < 0) return await happens(walk)
  }
}
