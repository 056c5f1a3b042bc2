import { createHmac } from 'node:crypto'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

/** The login of the connections that answer calls, in the PostgreSQL that comes with the portal. */
const PORTAL_LOGIN = 'rxdocket_portal'

const roles = ['rxdocket_reader', 'rxdocket_app']

/**
 * The address of a database with the portal's own login, in a cluster that is all the portal's. Its password follows from the
 * owner's: every process on the same cluster comes to the same one.
 */
export function portalAddress(ownerUrl: string): string {
  const address = new URL(ownerUrl)
  address.password = createHmac('sha256', decodeURIComponent(address.password)).update(PORTAL_LOGIN).digest('base64url')
  address.username = PORTAL_LOGIN
  return address.toString()
}

/** Makes that login: it may become the portal's two roles and nothing else. Answers its address. */
export async function makePortalLogin(ownerUrl: string): Promise<string> {
  const made = portalAddress(ownerUrl)
  await asOwner(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [PORTAL_LOGIN])
    const command = rowCount === 0 ? 'create' : 'alter'
    await client.query(`${command} role ${PORTAL_LOGIN} login noinherit password '${new URL(made).password}'`)
    await grantRoles(client, PORTAL_LOGIN)
  })
  return made
}

/**
 * Lets the portal's own login, which an operator made, become the portal's two roles. Refuses one that could do what only the
 * owner of the tables may.
 */
export async function checkPortalLogin(ownerUrl: string, portalUrl: string): Promise<void> {
  const login = decodeURIComponent(new URL(portalUrl).username)
  await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ fault: string }>(faultsOfLogin, [login])
    if (rows[0]) {
      throw new CannotStart(
        `The login ${login} of DATABASE_URL ${rows[0].fault}. Make one that has no rights of its own, such as ` +
          `"create role rxdocket_portal login noinherit password '...'"; the portal gives it what it needs.`,
      )
    }
    await grantRoles(client, login).catch((reason: Error) => {
      throw new CannotStart(
        `The owner of the tables may not grant ${roles.join(' and ')} to the login ${login} (${reason.message}): grant them as an administrator.`,
        { cause: reason },
      )
    })
  })
}

/** Refuses a database that was restored without the portal's roles, or before they were made: its calls would all fail. */
export const checkRoles = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest($1::text[]) name left join pg_roles on rolname = name
        where case when rolname is null then true else not has_table_privilege(rolname, 'app_user', 'select') end`,
      [roles],
    )
    if (rows.length === 0) return
    const names = rows.map(({ name }) => name).join(' and ')
    throw new CannotStart(
      `The database gives ${names} no rights: it was restored without them. Make the roles, then restore it (docs/guide/backup.md).`,
    )
  })

/** What a login could do beyond the portal's two roles, the worst first; no row where nothing. */
const faultsOfLogin = `
  select fault from (
    select 1 as place, 'does not exist' as fault where not exists (select from pg_roles where rolname = $1)
    union all
    select 2, 'is a superuser' from pg_roles where rolname = $1 and rolsuper
    union all
    select 3, 'may pass row-level security' from pg_roles where rolname = $1 and rolbypassrls
    union all
    select 4, 'may make and change roles' from pg_roles where rolname = $1 and rolcreaterole
    union all
    select 5, 'owns the tables or may become their owner' from pg_roles
      where rolname = $1 and pg_has_role(rolname, (select relowner from pg_class where oid = 'migration'::regclass), 'member')
  ) found order by place limit 1`

async function grantRoles(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select role as name from unnest($2::text[]) role where not pg_has_role($1, role, 'member')`,
    [login, roles],
  )
  for (const { name } of rows) await client.query(`grant ${name} to ${pg.escapeIdentifier(login)}`)
}

/** Work under the lock of the tables' steps, so that of two processes that start at once one waits. */
async function asOwner(ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7211)')
    await work(client)
  } finally {
    await client.end()
  }
}
