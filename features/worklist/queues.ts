import type { Person } from '#platform/calls/person.ts'
import { status } from '#features/authorizations/statuses.ts'
import { isPharmacist, isUrReviewer, maySupervise } from '#features/permissions/rules.ts'

/** What waits for somebody of a role, no matter who owns the claim. */
export type Queue = {
  /** Its view in the worklist. */
  view: 'clinical' | 'review' | 'second' | 'questions'
  status: number
  label: string
  /** In the main navigation, and on a phone. */
  menu: string
  short: string
  /** Who works on it. */
  of: (person: Person) => boolean
}

export const queues: readonly Queue[] = [
  {
    view: 'clinical',
    status: status.PENDING_CLINICAL,
    label: 'Clinical review',
    menu: 'Clinical Review',
    short: 'Clinical',
    of: isPharmacist,
  },
  {
    view: 'review',
    status: status.PENDING_UR,
    label: 'Utilization review',
    menu: 'Utilization Review',
    short: 'Review',
    of: (person) => person.licenseStates.some((state) => isUrReviewer(person, state)),
  },
  {
    view: 'second',
    status: status.PENDING_SECOND_APPROVAL,
    label: 'Second approvals',
    menu: 'Second Approvals',
    short: 'Second',
    of: maySupervise,
  },
  {
    view: 'questions',
    status: status.PENDING_SUPERVISOR,
    label: 'Supervisor review',
    menu: 'Questions',
    short: 'Questions',
    of: maySupervise,
  },
]

/** The queues this person works on. */
export const queuesOf = (person: Person): readonly Queue[] => queues.filter((queue) => queue.of(person))

/** Address of a queue in the worklist. */
export const queueAddress = ({ view }: Queue): string => `/authorizations?view=${view}`
