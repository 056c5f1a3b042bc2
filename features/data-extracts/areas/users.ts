import { sql } from '#platform/database/sql.ts'
import { begins, between, instant, money, named, names, oneOf, oneOnly, text, word, yesNo, type Area } from './area.ts'

const statuses = [
  ['ACTIVE', 'Active'],
  ['LOCKED', 'Locked'],
  ['DISABLED', 'Disabled'],
  ['PENDING_REGISTRATION', 'Not registered yet'],
] as const
const last = text('lastName', 'Last name', sql`u.last_name`, 'usual')
const lastLogin = instant('lastLogin', 'Last login', sql`u.last_login_at`, 'usual')
const access = word('access', 'Works for the carrier', yesNo(sql`w.active`), 'usual')
const status = word('status', 'Account', named(sql`u.status`, statuses), 'usual')

/** A user without a list of programs works for all of them. */
export const users: Area = {
  id: 'users',
  label: 'Users',
  from: sql`from user_carrier w join app_user u on u.id = w.user_id join sub_carrier s on s.mc = w.mc
    and (w.sub_carriers is null or s.sub_carrier = any(w.sub_carriers))`,
  where: (mc) => sql`w.mc = ${mc}`,
  program: sql`s.sub_carrier`,
  claim: sql`null::uuid`,
  fields: [
    last,
    text('firstName', 'First name', sql`u.first_name`, 'usual'),
    text('username', 'Username', sql`u.username`, 'usual'),
    text('email', 'E-mail', sql`u.email`, 'usual'),
    status,
    access,
    text('roles', 'Roles', sql`array_to_string(w.roles, ', ')`, 'usual'),
    text('programs', 'Programs', sql`coalesce(array_to_string(w.sub_carriers, ', '), 'All')`),
    text('extractPrograms', 'Programs for extracts', sql`array_to_string(w.data_extract_sub_carriers, ', ')`),
    text('licenseStates', 'License states', sql`array_to_string(w.license_states, ', ')`),
    money('approvalLimit', 'Approval limit', sql`w.approval_limit`),
    word('singleSignOn', 'Signs in at the carrier', yesNo(sql`u.sso_user`)),
    text('timeZone', 'Time zone', sql`u.time_zone`),
    lastLogin,
    instant('since', 'Since', sql`w.created_at`),
  ],
  filters: [
    oneOf(status, sql`u.status`, statuses),
    oneOnly(access, sql`w.active`, [
      ['true', 'Yes'],
      ['false', 'No'],
    ]),
    between(lastLogin),
    begins(last, names),
  ],
}
