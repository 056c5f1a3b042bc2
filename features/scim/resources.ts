import { z } from 'zod'
import type { Resource } from '#platform/scim/directory.ts'
import { ScimError } from '#platform/scim/protocol.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { roleOfGroup } from './rules.ts'
import type { GroupRow, UserRow } from './sql.ts'

/** Entra ID sends "True" and "False" unless its mapping says otherwise. */
const yes = z.union([z.boolean(), z.stringFormat('yes or no', /^(true|false)$/i).transform((word) => /^t/i.test(word))])
const words = (most: number) => z.string().trim().max(most).nullish()

const User = z.object({
  userName: z.string('Enter a userName.').trim().min(1, 'Enter a userName.').max(254),
  externalId: words(255),
  name: z.object({ givenName: words(60), familyName: words(60) }).nullish(),
  displayName: words(120),
  emails: z
    .array(z.object({ value: z.string().trim().max(254), primary: yes.optional() }))
    .max(20)
    .nullish(),
  active: yes.nullish(),
})
const Group = z.object({
  displayName: z.string('Enter a displayName.').trim().min(1, 'Enter a displayName.').max(120),
  externalId: words(255),
  members: z
    .array(z.object({ value: z.uuid('Enter the id of a user.') }))
    .max(1000, 'Enter at most 1000 members.')
    .nullish(),
})

function parsed<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const found = shape.safeParse(body)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new ScimError(400, `${issue!.path.join('.') || 'body'}: ${issue!.message}`, 'invalidValue')
}

export type UserWritten = {
  userName: string
  externalId: string | null
  givenName: string | null
  familyName: string | null
  displayName: string | null
  email: string
  active: boolean
}
/**
 * A user as a directory sends one; the address is the primary one, or the userName where that is one. Who is not said to be active
 * stays as they were: access is not given by leaving something out.
 */
export function userOf(body: unknown, wasActive = true): UserWritten {
  const { userName, externalId, name, displayName, emails, active } = parsed(User, body)
  const email = (emails?.find((one) => one.primary === true) ?? emails?.[0])?.value || userName
  if (!z.email().safeParse(email).success)
    throw new ScimError(400, 'emails: Give a mail address, or one as userName.', 'invalidValue')
  return {
    userName,
    externalId: externalId ?? null,
    givenName: name?.givenName || null,
    familyName: name?.familyName || null,
    displayName: displayName || null,
    email,
    active: active ?? wasActive,
  }
}
type Named = Pick<UserWritten, 'givenName' | 'familyName' | 'displayName' | 'userName'>
/** First and last name for an invitation. */
export function namesOf({ givenName, familyName, displayName, userName }: Named): [first: string, last: string] {
  const [first = userName, ...rest] = (displayName ?? userName).split(/[\s@]+/)
  return [givenName ?? first.slice(0, 60), familyName ?? (rest.join(' ').slice(0, 60) || first.slice(0, 60))]
}

export type GroupWritten = { displayName: string; externalId: string | null; members: string[]; role: string | null }
export function groupOf(body: unknown): GroupWritten {
  const { displayName, externalId, members } = parsed(Group, body)
  return {
    displayName,
    externalId: externalId ?? null,
    members: [...new Set((members ?? []).map(({ value }) => value.toLowerCase()))],
    role: roleOfGroup(displayName),
  }
}

const times = (row: { version: number; created_at: string; updated_at: string }) => ({
  version: row.version,
  created: isoOf(row.created_at),
  lastModified: isoOf(row.updated_at),
})
export const toUser = (row: UserRow): Resource => ({
  id: row.id,
  ...times(row),
  attributes: {
    userName: row.user_name,
    externalId: row.external_id,
    name: { givenName: row.given_name ?? undefined, familyName: row.family_name ?? undefined },
    displayName: row.display_name,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.active,
    groups: row.groups,
  },
})
export const toGroup = (row: GroupRow): Resource => ({
  id: row.id,
  ...times(row),
  attributes: { displayName: row.display_name, externalId: row.external_id, members: row.members },
})
