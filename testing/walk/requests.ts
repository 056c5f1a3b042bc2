import { decision } from '#features/decisions/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { bypasses } from '#features/bypasses/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { letters } from '#features/letters/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { claimOfWorker, claimIdOfWorker } from '../many-workers.ts'
import { samplePdf } from '../pdf-documents.ts'
import type { Walk } from './portal.ts'
import { MINUTE, HOUR, drugs, requests, anyRequest, day, ask, somebody, shown, short, open } from './calls.ts'

export async function move(walk: Walk): Promise<void> {
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
          'supervisor',
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
    status === 'reopen' || about.status_id === 25 || about.status_id === 26
      ? random.pick(['super.aaa', somebody(walk)])
      : about.status_id === 23
        ? random.pick(['ur.aaa', somebody(walk)])
        : somebody(walk)
  await ask(
    walk,
    who,
    decision.move,
    {
      id: about.id,
      status,
      note: 'Please look',
      ...(status === 'supervisor' && { about: 'OTHER' as const }),
      ...(random.percent(80) && { version: shown(walk, about) }),
    },
    `${short(about)} ${status}`,
  )
}

export async function advise(walk: Walk): Promise<void> {
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

export async function snooze(walk: Walk): Promise<void> {
  const about = await anyRequest(walk, walk.random.percent(90) ? open : undefined)
  if (!about) return
  if (walk.random.percent(35)) await ask(walk, somebody(walk), clock.unsnooze, { id: about.id }, short(about))
  else {
    const value = walk.random.pick([1, 2, 4, 8, 24, 48, 3])
    await ask(walk, somebody(walk), clock.snooze, { id: about.id, value }, `${short(about)} ${value} h`)
  }
}

export async function assign(walk: Walk): Promise<void> {
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

export async function claimId(walk: Walk): Promise<string> {
  const { sub, n } = walk.random.pick(walk.crowd)
  const { rows } = await walk.api.db.query<{ id: string }>(`select ${claimIdOfWorker(sub, '$1::text')} as id`, [n])
  return rows[0]!.id
}

/** A request made in the portal, or a decided one reopened at the next level; sent, or approved at once. */
export async function create(walk: Walk, again: boolean): Promise<void> {
  const { random, api } = walk
  const decided = again ? await anyRequest(walk, [40, 41]) : undefined
  if (again && !decided) return
  const who = random.pick(['adj.aaa', 'adj.aaa2', 'super.aaa'])
  const input: InputOf<typeof newAuthorization.build> = decided
    ? {
        stratusClaimId: decided.stratus_claim_id,
        originalAuthId: decided.id,
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

/** Prior authorizations by hand: one made without a request, one ended or moved. */
export async function priorAuthsByHand(walk: Walk): Promise<void> {
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
      reasonId: kind === 'BLOCK' ? 3 : 1,
      note: 'By hand',
      supersede: random.percent(50),
      ...(random.percent(40) && { oneTimeFill: true }),
    },
    kind,
  )
}

/** Two requests of one worker become one, where they are for the same drug. */
export async function merge(walk: Walk): Promise<void> {
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
export async function determine(walk: Walk): Promise<void> {
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
    await ask(
      walk,
      who,
      determinations.withdraw,
      { id: about.id, determinationId, version, reason: 'As agreed by phone' },
      short(about),
    )
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
      number: `N-${walk.path.length}`,
      determinedOn: day(walk, -1 - random.below(4)),
      result,
      ...(result !== 'DENIED' && granted),
    },
    `${kind} ${result} ${short(about)}`,
  )
}

/** A letter is asked for, called off, or answered by the prescriber with the code of the message. */
export async function letter(walk: Walk): Promise<void> {
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
      { authorizationId: about.id, version: shown(walk, about), to: ['office@clinic.example'] },
      short(about),
    )
}

export async function bypass(walk: Walk): Promise<void> {
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
export async function away(walk: Walk): Promise<void> {
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
