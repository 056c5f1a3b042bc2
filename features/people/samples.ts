import { sample } from '#testing/attacks/sample.ts'
import { accessReview, people } from './contract.ts'

const users = sample(people)({
  list: ({ mc }) => ({ masterCarrier: mc }),
  lately: ({ mc }) => ({ masterCarrier: mc }),
  changes: async ({ mc, colleague }) => ({ id: await colleague(), masterCarrier: mc }),
  export: ({ mc }) => ({ masterCarrier: mc }),
  invite: async ({ mc, newcomer }) => ({
    masterCarrier: mc,
    email: `${(await newcomer()).name}@elsewhere.example`,
    firstName: 'New',
    lastName: 'Comer',
    roles: ['adjuster'],
    licenseStates: ['FL'],
    approvalLimit: 500,
  }),
  withdraw: async ({ mc, openInvitation }) => ({ invitationId: await openInvitation(), masterCarrier: mc }),
  change: async ({ mc, colleague }) => ({
    id: await colleague(),
    masterCarrier: mc,
    version: 1,
    roles: ['supervisor'],
  }),
  work: async ({ mc, owner }) => ({ id: await owner(), masterCarrier: mc }),
  signOut: async ({ mc, colleague }) => ({ id: await colleague(), masterCarrier: mc }),
})

const reviews = sample(accessReview)({
  overview: ({ mc }) => ({ masterCarrier: mc }),
  lines: async ({ mc, openReview }) => ({ reviewId: (await openReview()).reviewId, masterCarrier: mc }),
  open: async ({ mc, noReview }) => {
    await noReview()
    return { masterCarrier: mc }
  },
  keep: async ({ mc, openReview }) => ({ ...(await openReview()), masterCarrier: mc, version: 1 }),
  change: async ({ mc, openReview }) => ({
    ...(await openReview()),
    masterCarrier: mc,
    version: 1,
    answer: 'CHANGE' as const,
    roles: ['supervisor' as const],
    note: 'Leads the team',
  }),
  close: async ({ mc, answeredReview }) => ({ reviewId: await answeredReview(), masterCarrier: mc }),
  export: async ({ mc, answeredReview }) => ({ reviewId: await answeredReview(), masterCarrier: mc }),
})

/** A valid input for each call; the attack tests start from these. */
export const samples = { ...users, ...reviews }
