import { paths as data } from '#features/data-extracts/paths.ts'
import { paths as settings } from '#features/carrier-settings/paths.ts'
import { paths as people } from '#features/people/paths.ts'
import { paths as support } from '#features/support/paths.ts'
import { paths as files } from '#features/exports/paths.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import type { Notification } from '#features/notifications/list-contract.ts'

/** Where kinds of notices lead that are about no single request. */
const places: Readonly<Record<string, string>> = {
  access_review: people.accessReview,
  admin_grant: people.users,
  autoApproved: '/authorizations?view=completed',
  carrier_setting: settings.settings,
  directory_token: people.directory,
  emergency_access: '/emergency-access',
  exportAnswered: files.exports,
  exportAsked: files.fileQuestions,
  extractFailed: data.extract,
  license: people.users,
  moved: '/authorizations',
  rerouted: '/authorizations',
  standIn: '/authorizations',
  surveyFollowUp: support.support,
}

/** The page of what a notice is about; nothing where there is none. */
export const linkOf = ({ kind, authorizationId }: Pick<Notification, 'kind' | 'authorizationId'>): string | undefined =>
  authorizationId === null ? places[kind] : requestPath(authorizationId)
