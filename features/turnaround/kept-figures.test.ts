import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/dates/day.ts'
import { logsOf, type Logged } from '#testing/oracles/turnaround-logs.ts'
import { recount } from '#testing/oracles/turnaround-recount.ts'
import { day } from '#testing/new-york-day.ts'
import { raiseAuthorization, startFixtureApi } from '#testing/fixture-api.ts'
import { idOf } from '#testing/fixtures.ts'
import { turnaround, type Figures } from './contract.ts'
import { definitions } from './rules.ts'

const HOUR = 3_600_000
const people = [null, idOf('adj.aaa'), idOf('super.aaa')] as const
const statuses = [20, 21, 22, 24, 30, 31, 33, 40, 41, 50, 51, 52] as const

/** What may happen to one of the requests so far; `of` picks it. */
const change = fc.record({
  of: fc.nat(),
  hours: fc.integer({ min: 1, max: 90 }),
  person: fc.constantFrom(...people),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.record({ move: fc.constantFrom(...statuses) }) },
    { weight: 2, arbitrary: fc.constantFrom('reopened', 'another', 'looked at again') },
    {
      weight: 2,
      arbitrary: fc.record({ days: fc.constantFrom(null, 5, 30), quantity: fc.constantFrom(null, 10, 60) }),
    },
    { weight: 2, arbitrary: fc.constantFrom('undone', 'owner', 'due', 'extended', 'state', 'quantity') },
  ),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

test('the kept figures match a recount of the logs after any changes, by every group, and each list has what its figure counts', async () => {
  const api = await startFixtureApi()
  const first = await raiseAuthorization(api, { sub: 'AAA1', at: 1 })
  const south = await raiseAuthorization(api, { sub: 'AAA2', at: 1 })
  const requests: { id: string; status: number; at: number }[] = []
  let made = 0

  async function log(of: (typeof requests)[number], code: number, to: number, actor: string | null): Promise<void> {
    await api.db.query(
      `insert into authorization_event (mc, authorization_id, event_code, event_text, actor_type, actor_id, actor_name, at, old_status_id, new_status_id)
        values ('AAA', $1, $2, 'Moved', 'user', $3, 'Somebody', $4, $5, $6)`,
      [of.id, code, actor, new Date(of.at), of.status || null, to],
    )
    of.status = to
  }
  /** Another request, of either program; one that looks at an earlier one again is of its claim. */
  async function add(original?: string): Promise<void> {
    made += 1
    const at = api.clock.now().getTime() - (made % 20) * 30 * HOUR
    const { rows } = await api.db.query<{ id: string }>(
      `insert into rx_authorization select x.* from rx_authorization a, jsonb_populate_record(null::rx_authorization, to_jsonb(a) || jsonb_build_object(
          'id', gen_random_uuid(), 'reference_number', $2::text, 'request_received_at', $3::timestamptz, 'original_auth_id', $4::uuid,
          'statutory_due_at', $3::timestamptz + interval '72 hours')) x where a.id = $1 returning id`,
      [original ?? (made % 3 === 0 ? south : first), String(990_000_000_000 + made), new Date(at), original ?? null],
    )
    const one = { id: rows[0]!.id, status: 0, at }
    requests.push(one)
    await log(one, original ? 200 : 100, 20, null)
  }
  const set = (id: string, column: string, value: unknown) =>
    api.db.query(`update rx_authorization set ${column} = $2 where id = $1`, [id, value])
  async function happen({ of, hours, person, act }: Change): Promise<void> {
    const request = requests[of % requests.length]!
    request.at += hours * HOUR
    if (act === 'another') return add()
    if (act === 'looked at again') return add(request.id)
    if (act === 'reopened') return log(request, 214, 20, person)
    if (act === 'undone')
      await api.db.query('update authorization_decision set undone_at = now() where authorization_id = $1', [
        request.id,
      ])
    else if (act === 'owner') await set(request.id, 'owner_id', person)
    else if (act === 'due') await set(request.id, 'statutory_due_at', new Date(request.at))
    else if (act === 'state') await set(request.id, 'juris_state', hours % 2 ? 'FL' : 'NY')
    else if (act === 'quantity') await set(request.id, 'quantity', hours)
    else if (act === 'extended')
      await set(request.id, 'due_arithmetic', JSON.stringify(['Extended (information requested)']))
    else if ('move' in act) await log(request, 110, act.move, person)
    else
      await api.db.query(
        `with undone as (update authorization_decision set undone_at = now() where authorization_id = $1 and undone_at is null returning 1)
          insert into authorization_decision (mc, authorization_id, id, decision, decided_by_name, at, shown, max_days, max_qty, undone_at)
          select 'AAA', $1, gen_random_uuid(), 'APPROVE', 'Somebody', now(), '{}', $2, $3, case when exists (select from authorization_decision
            where authorization_id = $1 and undone_at is null) then now() end`,
        [request.id, act.days, act.quantity],
      )
  }

  const supervisor = await api.signIn('super.aaa')
  const period = { from: addDays(day(0), -60), to: addDays(day(0), 30) }
  const keys = {
    state: (one: Logged) => one.state,
    subCarrier: (one: Logged) => one.sub,
    person: (one: Logged) => one.person ?? '',
  } as const
  const figures = Object.keys(definitions) as (keyof Figures)[]
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 80, maxLength: 120 }), async (changes) => {
      for (let n = 0; n < 6; n += 1) await add()
      for (const one of changes) await happen(one)
      const logs = await logsOf(api.db, 'AAA')
      const asOf = api.clock.now().toISOString()
      for (const by of ['state', 'subCarrier', 'person'] as const) {
        const { status, body } = await supervisor.ask(turnaround.figures, { ...period, by })
        expect(status).toBe(200)
        expect(body.total).toEqual(recount(logs, logs, asOf))
        const groups = Map.groupBy(logs, keys[by])
        expect(body.groups.map(({ key }) => key).toSorted()).toEqual([...groups.keys()].toSorted())
        for (const { key, name: _, ...counted } of body.groups)
          expect({ by, key, ...counted }).toEqual({ by, key, ...recount(groups.get(key)!, logs, asOf) })
      }
      const { body } = await supervisor.ask(turnaround.figures, period)
      for (const figure of figures.filter((name) => !name.endsWith('Hours'))) {
        const list = await supervisor.ask(turnaround.requests, { ...period, figure })
        expect([figure, list.body.totalElements]).toEqual([figure, body.total[figure]])
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
})
