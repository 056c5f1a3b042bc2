import { expect, test } from 'vitest'
import { authorizations } from '#features/authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { aliases, isAlias, transitions, type Via } from '#features/authorizations/transitions.ts'
import { statuses, type StatusId } from '#features/authorizations/statuses.ts'
import { clinical } from '#features/clinical/contract.ts'
import { transactions } from '#features/transactions/contract.ts'
import { sample } from '../bounds.ts'
import { addManyWorkers, claimOfWorker } from '../many-workers.ts'
import type { TestApi, Visitor } from '../api.ts'
import { startFixtureApi } from '../fixture-api.ts'

// Every act in every status, by each kind of user. What the table of transitions knows may succeed, and then leads
// where the table says; everything else is refused and changes nothing. What the screen offers is what the server does.

type Act = {
  name: string
  /** The ways of the table this act may take from a status. */
  vias: (from: StatusId) => readonly Via[]
  /** Its word among the allowed actions of the detail, where it has one. */
  offered?: string
  ask(who: Visitor, id: string, version: number): Promise<{ status: number; body: { status?: { code: string } } }>
}

const word = (status: string): Act => ({
  name: `status/${status}`,
  vias: (from) =>
    !isAlias(status) || ['reconsider', 'secondapproval'].includes(status)
      ? []
      : status === 'pending' && from === 26
        ? ['return', 'pending']
        : [status === 'pending' && (from === 23 || from === 25) ? 'return' : aliases[status].via],
  ...(['clinical', 'ur', 'supervisor', 'pending'].includes(status) && { offered: status }),
  ask: (who, id, version) =>
    who.ask(decision.move, {
      id,
      status,
      version,
      note: 'Please look.',
      ...(status === 'supervisor' && { about: 'OTHER' as const }),
    }),
})
/** Whom a request is given to; the fixture world numbers its addresses. */
let owner = ''
const reason = { reasonId: 22, priorauthReasonDesc: 'Other', note: 'Not related.' }

const acts: readonly Act[] = [
  {
    name: 'approve',
    vias: (from) => (from === 25 ? ['confirm'] : ['approve']),
    offered: 'approve',
    ask: (who, id, version) => who.ask(decision.approve, { id, version }),
  },
  {
    name: 'reject',
    vias: () => ['reject'],
    offered: 'reject',
    ask: (who, id, version) => who.ask(decision.reject, { id, version, ...reason }),
  },
  {
    name: 'rejectThisFill',
    vias: () => ['rejectThisFill'],
    offered: 'rejectThisFill',
    ask: (who, id, version) => who.ask(decision.rejectThisFill, { id, version, ...reason }),
  },
  { name: 'undo', vias: () => ['undo'], offered: 'undo', ask: (who, id) => who.ask(decision.undo, { id }) },
  {
    name: 'snooze',
    vias: () => ['snooze'],
    offered: 'snooze',
    ask: (who, id) => who.ask(clock.snooze, { id, value: 1 }),
  },
  { name: 'unsnooze', vias: () => ['unsnooze'], ask: (who, id) => who.ask(clock.unsnooze, { id }) },
  {
    name: 'assign',
    vias: () => ['assign'],
    ask: (who, id, version) => who.ask(owners.assign, { id, version, userEmails: [owner] }),
  },
  {
    name: 'advise',
    vias: () => ['advise'],
    ask: (who, authorizationId, version) =>
      who.ask(clinical.advise, { authorizationId, version, action: 'APPROVE', rationale: 'Fits the guideline.' }),
  },
  ...[...Object.keys(aliases), 'superseded', '30', ' pending'].map(word),
]

const users = ['adj.aaa', 'pharm.aaa', 'super.aaa'] as const

/** Puts a request into a status, past every rule: the acts come afterwards. */
async function place(api: TestApi, id: string, status: StatusId): Promise<void> {
  await api.db.query('begin')
  await api.db.query('set local session_replication_role = replica')
  await api.db.query(
    `update rx_authorization set status_id = $2::int, juris_state = 'FL', completed_at = case
       when $2::int >= 30 then now() end, completed_by_name = case when $2::int >= 30 then 'Somebody' end where id = $1`,
    [id, status],
  )
  await api.db.query('commit')
}

const stateOf = async (api: TestApi, id: string) =>
  (
    await api.db.query<{ status: StatusId; version: number; lines: number }>(
      `select a.status_id as status, a.version,
           (select count(*)::int from authorization_event e where
             e.authorization_id = a.id) as lines from rx_authorization a where a.id = $1`,
      [id],
    )
  ).rows[0]!

test('every act in every status: what the table does not know is refused and changes nothing; the screen offers what the server does', async () => {
  const api = await startFixtureApi()
  await addManyWorkers(api.db, 240)
  // A review is asked for where somebody with a license could take it.
  await api.db.query(
    `update user_carrier set license_states = '{FL}' where user_id = (select id from app_user where username = 'ur.aaa')`,
  )
  owner = (await api.db.query<{ email: string }>(`select email from app_user where username = 'multi'`)).rows[0]!.email
  let worker = 0
  const another = async (status: StatusId): Promise<string> => {
    worker += 1
    const id = (await api.service.ask(transactions.intake, claimOfWorker(worker))).body.authorizationId!
    await place(api, id, status)
    return id
  }
  const wrong: string[] = []
  const moved = new Set<string>()
  const acted = new Set<string>()
  for (const username of users) {
    const who = await api.signIn(username)
    for (const { id: status } of statuses) {
      const fresh = async () => {
        const id = await another(status)
        return { id, before: await stateOf(api, id), shown: await who.ask(authorizations.one, { id }) }
      }
      let { id, before, shown } = await fresh()
      // What no transition leads to is refused, no matter who asks: each is asked by one of the users.
      const asked = acts.filter(
        (act) =>
          transitions.some(({ from, via }) => from.includes(status) && act.vias(status).includes(via)) ||
          sample(users, 1, `${act.name} in ${status}`).includes(username),
      )
      for (const act of asked) {
        const answer = await act.ask(who, id, before.version)
        const after = await stateOf(api, id)
        const said = `${username} ${act.name} in ${status}: ${answer.status} ${answer.body.status?.code ?? ''} to ${after.status}`
        const ways = transitions.filter(({ from, via }) => from.includes(status) && act.vias(status).includes(via))
        if (answer.status === 200) {
          acted.add(act.name)
          moved.add(`${status} ${act.name} ${after.status}`)
          const known = ways.some(
            ({ to }) => to.includes(after.status) || (to.includes('same') && after.status === status),
          )
          if (!known) wrong.push(`${said}: not in the table`)
          if (after.lines === before.lines && act.name !== 'unsnooze') wrong.push(`${said}: without a line in the log`)
        } else {
          if (JSON.stringify(after) !== JSON.stringify(before))
            wrong.push(`${said}: refused, and yet something changed`)
          if (answer.status >= 500) wrong.push(said)
          // No transition leads from here: the answer must say too late or never, unless this user may never do it.
          if (ways.length === 0 && ![400, 403, 404, 409, 422].includes(answer.status)) wrong.push(said)
        }
        if (act.offered && shown.status === 200) {
          const offered = shown.body.allowedActions.includes(act.offered)
          if (offered !== (answer.status === 200)) wrong.push(`${said}: ${offered ? '' : 'not '}offered`)
        }
        if (JSON.stringify(after) !== JSON.stringify(before)) ({ id, before, shown } = await fresh())
      }
    }
  }
  expect(wrong).toEqual([])
  expect([...acted].sort()).toEqual(
    [
      'advise',
      'approve',
      'assign',
      'reject',
      'rejectThisFill',
      'snooze',
      'status/clinical',
      'status/lomn',
      'status/pending',
      'status/reopen',
      'status/supervisor',
      'status/ur',
      'unsnooze',
    ].sort(),
  )
  expect(moved.size).toBeGreaterThan(40)
})
