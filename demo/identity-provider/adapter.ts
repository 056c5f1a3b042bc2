import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'

type Row = { payload: string; consumed: number | null }

const columns = `payload, extract(epoch from consumed_at)::int as consumed`
const alive = `(expires_at is null or expires_at > now())`

/** oidc-provider's storage in PostgreSQL, so that sign-ins survive a restart and work on a second process. */
export function postgresAdapter(pool: Pool): AdapterFactory {
  return (model) => adapterOf(pool, model)
}

function adapterOf(pool: Pool, model: string): Adapter {
  async function find(condition: string, value: string): Promise<AdapterPayload | undefined> {
    // Ids come back from cookies and addresses: anything but our own alphabet was never stored.
    if (!/^[\w-]{1,200}$/.test(value)) return undefined
    const text = `select ${columns} from demo_idp.payload where model = $1 and ${condition} = $2 and ${alive}`
    const row = (await pool.query<Row>(text, [model, value])).rows[0]
    if (!row) return undefined
    const payload = JSON.parse(row.payload) as AdapterPayload
    return row.consumed === null ? payload : { ...payload, consumed: row.consumed }
  }

  return {
    async upsert(id, payload, expiresIn) {
      await pool.query(
        `insert into demo_idp.payload (model, id, payload, grant_id, uid, user_code, account_id, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8::float8))
         on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
           uid = excluded.uid, user_code = excluded.user_code, account_id = excluded.account_id,
           expires_at = excluded.expires_at`,
        [
          model,
          id,
          JSON.stringify(payload),
          payload.grantId ?? null,
          payload.uid ?? null,
          payload.userCode ?? null,
          payload.accountId ?? null,
          expiresIn ?? null,
        ],
      )
    },
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: (userCode) => find('user_code', userCode),
    async consume(id) {
      const { rowCount } = await pool.query(
        `update demo_idp.payload set consumed_at = now() where model = $1 and id = $2 and consumed_at is null`,
        [model, id],
      )
      // Two requests may both have read the code unused: only one of them gets tokens for it.
      if (rowCount === 0) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await pool.query('delete from demo_idp.payload where model = $1 and id = $2', [model, id])
    },
    async revokeByGrantId(grantId) {
      await pool.query('delete from demo_idp.payload where model = $1 and grant_id = $2', [model, grantId])
    },
  }
}
