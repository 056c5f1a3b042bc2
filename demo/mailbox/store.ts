import type { Pool, PoolClient } from 'pg'

export const channels = ['MAIL', 'FAX', 'SMS', 'POST', 'PHARMACY'] as const
export type Channel = (typeof channels)[number]

export type Filter = {
  channel: Channel | undefined
  /** Part of a recipient's name or address, in any case. */
  to: string
}

/** The place of a message in the list: microseconds since 1970, and its id where two came together. */
export type Place = { at: string; id: string }

export type Line = Place & {
  mc: string
  carrier: string
  zone: string
  channel: Channel
  recipient: string
  address: string
  subject: string
  status: string
}
export type Message = Line & { body: string; hasPages: boolean }

/** A message to a pharmacy's system is data; the mailbox shows it as lines. */
const pharmacyText = `concat_ws(E'\\n', m.body ->> 'text', '', 'Outcome: ' || (m.body ->> 'outcome'), 'Request: ' || m.reference_number,
  'Prescription: ' || m.rx_number,
  'From: ' || (m.body ->> 'startDate'), 'Until: ' || (m.body ->> 'endDate'), 'Days a fill: ' || (m.body ->> 'maxDays'),
    'Quantity a fill: ' || (m.body ->> 'maxQty'), 'Authorization: ' || (m.body ->> 'priorAuthRef'))`

/** All that the stand-ins kept of one carrier, in one shape. */
const kept = `
  select m.mc, (extract(epoch from m.created_at) * 1000000)::bigint as at, m.id, m.channel, m.recipient, m.address, m.subject, m.body, m.status,
    m.document_id is not null as "hasPages"
    from outside_message m where m.mc = $1
  union all
  select m.mc, (extract(epoch from m.at) * 1000000)::bigint, m.id, 'PHARMACY', coalesce(y.name, 'Pharmacy ' || m.nabp), m.nabp,
    'Request ' || m.reference_number, ${pharmacyText},
    case when m.taken_at is null then 'WAITING' else 'TAKEN' end, false
    from pharmacy_message m left join pharmacy y on y.nabp = m.nabp where m.mc = $1`
/** A text message has no subject: its first words stand for it. */
const columns = `k.mc, k.at::text as at, k.id, k.channel, k.recipient, k.address,
  coalesce(nullif(k.subject, ''), left(split_part(k.body, E'\\n', 1), 80)) as subject, k.status`

type Carrier = { mc: string; name: string; time_zone: string }

/** Runs a query for each carrier in turn, under that carrier's row-level security. */
async function ofEach<T>(
  pool: Pool,
  ask: (client: PoolClient, carrier: Carrier) => Promise<T[]>,
  only?: string,
): Promise<T[]> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    const { rows: carriers } = await client.query<Carrier>('select mc, name, time_zone from master_carrier order by mc')
    const found: T[] = []
    for (const carrier of carriers) {
      if (only !== undefined && carrier.mc !== only) continue
      await client.query(`select set_config('app.mc', $1, true), set_config('app.subs', '*', true)`, [carrier.mc])
      found.push(...(await ask(client, carrier)))
    }
    await client.query('commit')
    return found
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const newestFirst = (a: Place, b: Place): number => {
  const [one, other] = [BigInt(a.at), BigInt(b.at)]
  return one === other ? (a.id < b.id ? 1 : -1) : one < other ? 1 : -1
}

/** A page of the list, newest first, of all carriers; `more` says whether older ones follow. */
export async function messages(
  pool: Pool,
  filter: Filter,
  before: Place | undefined,
  size: number,
): Promise<{ lines: Line[]; more: boolean }> {
  const found = await ofEach(pool, async (client, carrier) => {
    const { rows } = await client.query<Omit<Line, 'carrier' | 'zone'>>(
      `select ${columns} from (${kept}) k
        where ($2::text is null or k.channel = $2) and ($3 = '' or position(lower($3) in lower(k.recipient || ' ' || k.address)) > 0)
          and ($4::bigint is null or (k.at, k.id) < ($4, $5::uuid))
        order by k.at desc, k.id desc limit $6`,
      [carrier.mc, filter.channel ?? null, filter.to, before?.at ?? null, before?.id ?? null, size + 1],
    )
    return rows.map((row) => ({ ...row, carrier: carrier.name, zone: carrier.time_zone }))
  })
  const lines = found.toSorted(newestFirst)
  return { lines: lines.slice(0, size), more: lines.length > size }
}

/** One message whole; undefined when there is none. */
export async function message(pool: Pool, mc: string, id: string): Promise<Message | undefined> {
  const [found] = await ofEach(
    pool,
    async (client, carrier) => {
      const { rows } = await client.query<Omit<Message, 'carrier' | 'zone'>>(
        `select ${columns}, k.body, k."hasPages" from (${kept}) k where k.id = $2`,
        [mc, id],
      )
      return rows.map((row) => ({ ...row, carrier: carrier.name, zone: carrier.time_zone }))
    },
    mc,
  )
  return found
}

export type Pages = { name: string; mime: string; content: Buffer }
/** The pages that went with a fax or mail. */
export async function pagesOf(pool: Pool, mc: string, id: string): Promise<Pages | undefined> {
  const [found] = await ofEach(
    pool,
    async (client) => {
      const { rows } = await client.query<Pages>(
        `select d.file_name as name, d.mime, c.content from outside_message m join document d on d.mc = m.mc and d.id = m.document_id
           join document_content c on c.mc = d.mc and c.document_id = d.id where m.mc = $1 and m.id = $2`,
        [mc, id],
      )
      return rows
    },
    mc,
  )
  return found
}

/** Whether what the database holds is the demo data, and not somebody's own. */
export async function holdsDemoData(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`select from saved_state where key = 'seed_size'`)
  return rowCount === 1
}
