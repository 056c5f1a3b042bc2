import type { FirstReads } from '#platform/calls/first-reads.ts'
import { authorizations, type AuthDetail } from '#features/authorizations/contract.ts'
import { isOpen } from '#features/authorizations/statuses.ts'
import { formOptions } from '#features/decisions/form-options-contract.ts'
import { whyNoApproval } from '#features/decisions/why-no-approval.ts'
import { evidence } from '#features/evidence/contract.ts'
import { history } from '#features/history/contract.ts'
import { medications } from '#features/medications/contract.ts'
import { patients, type Profile } from '#features/patients/contract.ts'
import { mayDecide } from '#features/permissions/rules.ts'
import { presence } from '#features/presence/contract.ts'
import { personOf } from '#features/shell/signed-in-user.ts'
import type { User } from '#features/sign-in/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { paths } from './paths.ts'
import { ofClaim } from './patient/of-claim.ts'
import { filterOf, PAGE_SIZE, plain, views } from './worklist/address.ts'
import { laneRead } from './worklist/lane-read.ts'

/** As a page of the portal writes an id: another spelling of one is another text, and brings nothing. */
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const code = /^[A-Z0-9]{2,8}$/

/** The rows of the worklist, where its address names no more than a view. */
const list: FirstReads = {
  path: paths.worklist,
  modules: ['features/pages/worklist/worklist.tsx'],
  reads: ({ mc, query }) => {
    const view = views.find(({ key }) => query === (key === plain.view ? '' : `view=${key}`))?.key
    // A view has no dates: what day it is does not matter.
    return view === undefined
      ? []
      : [
          [worklist.list, { mc, size: PAGE_SIZE, page: 0, ...filterOf({ ...plain, view }, '') }],
          ...(view === 'mine' ? [[worklist.list, laneRead(mc, 'mine')] as const] : []),
        ]
  },
}

/** A request, and what its evidence and the form to decide it ask. */
const request: FirstReads = {
  path: paths.authorization,
  modules: [
    'features/pages/request/authorization.tsx',
    'features/evidence/as-sent.tsx',
    'features/evidence/evidence-cards.tsx',
    'features/medications/fills-beside.tsx',
    'features/pages/request/past-decisions.tsx',
    'features/pages/request/dose-trend.tsx',
    'features/presence/open-here.tsx',
  ],
  about: (_mc, path) => {
    const named = path.split('/').at(-1)!
    return id.test(named) ? [authorizations.one, { id: named }] : undefined
  },
  reads: ({ about }) => {
    const detail = about as AuthDetail
    const { authorizationId, jurisState } = detail
    const decides = isOpen(detail.authorizationStatusId) && whyNoApproval(detail) === undefined
    return [
      [history.story, { stratusAuthId: authorizationId }],
      [history.eventLog, { stratusAuthId: authorizationId }],
      [evidence.of, { authorizationId }],
      [medications.beside, { authorizationId }],
      [presence.of, { id: authorizationId }],
      ...(decides
        ? ([
            [formOptions.editRules, { authorizationId, action: 'APPROVE' }],
            [formOptions.reasons, { action: 'APPROVE', jurisState }],
          ] as const)
        : []),
    ]
  },
}

const profileOf: FirstReads['about'] = (_mc, path) => {
  const [, , mc = '', sc = '', claimId = ''] = path.split('/')
  return code.test(mc) && code.test(sc) && id.test(claimId) ? [patients.profile, { mc, sc, claimId }] : undefined
}
/** The overview of a patient: what is short; fills of a year come by themselves. */
const overview: Omit<FirstReads, 'path'> = {
  modules: [
    'features/pages/patient/profile.tsx',
    'features/pages/patient/overview.tsx',
    'features/timeline/timeline-card.tsx',
  ],
  about: profileOf,
  reads: ({ about }) => ofClaim(about as Profile),
}
const patientPage = '/patients/:mc/:sc/:claimId'

/** What somebody who decides has on Home. */
const home: FirstReads = {
  path: paths.home,
  modules: [
    'features/pages/home/home.tsx',
    'features/pages/home/lanes.tsx',
    'features/pages/home/elsewhere-card.tsx',
    'features/pages/home/ends-soon-card.tsx',
    'features/out-of-office/covering.tsx',
  ],
  reads: ({ mc, user }) => {
    const person = personOf(user as User)
    return mayDecide(person)
      ? [
          [worklist.escalated, { masterCarrier: mc }],
          [patients.recent, { id: person.id, masterCarrier: mc }],
        ]
      : []
  },
}

export const firstReads: readonly FirstReads[] = [
  list,
  request,
  { path: patientPage, ...overview },
  { path: `${patientPage}/overview`, ...overview },
  { path: paths.patient, modules: ['features/pages/patient/profile.tsx'], about: profileOf, reads: () => [] },
  home,
]
