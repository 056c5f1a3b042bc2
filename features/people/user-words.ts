import { roleNames } from '#features/permissions/role-names.ts'
import { cleanRoles, roles as everyRole, type Role } from '#features/permissions/roles.ts'
import type { Tone } from '#platform/ui/display/badge.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import type { UserState } from './rules.ts'

export const stateWords: Readonly<Record<UserState, { label: string; tone: Tone; icon?: string }>> = {
  ACTIVE: { label: 'Active', tone: 'green', icon: iconCheck },
  AWAY: { label: 'Away', tone: 'blue' },
  UNUSED: { label: 'Unused 90 days', tone: 'amber' },
  LOCKED: { label: 'Locked', tone: 'red', icon: iconAlert },
  OFF: { label: 'No access', tone: 'neutral' },
}
export const roleOptions: readonly { value: Role; label: string }[] = everyRole.map((value) => ({
  value,
  label: roleNames[value],
}))
/** The names of these roles. */
export const roleWords = (roles: readonly string[]): string =>
  cleanRoles(roles)
    .map((role) => roleNames[role])
    .join(', ') || 'No role'
export const programWords = (subCarriers: readonly string[] | null): string => subCarriers?.join(', ') ?? 'All programs'
export const extractWords = (subCarriers: readonly string[]): string | undefined =>
  subCarriers.length > 0 ? `Extracts: ${subCarriers.join(', ')}` : undefined
