import { sample } from '#testing/attacks/sample.ts'
import { dataExtracts, keptExtracts } from './contract.ts'

const extract = (mc: string, sub: string) => ({
  mc,
  selectedSubCarriers: [sub],
  subjectAreaId: 'patients',
  fieldList: ['claimNumber', 'patientLastName', 'jurisState', 'claimStatus'],
  reportFilters: [
    { fieldName: 'patientLastName', value: 'o' },
    { fieldName: 'claimStatus', selectedOptions: ['OPEN', 'CLOSED'] },
  ],
})

const extracting = sample(dataExtracts)({
  subjectAreas: () => ({}),
  parameters: ({ sub }) => ({ a: 'transactions', b: sub }),
  extract: ({ mc, sub }) => extract(mc, sub),
  count: ({ mc, sub }) => extract(mc, sub),
  preview: ({ mc, sub }) => extract(mc, sub),
  programs: ({ mc }) => ({ mc }),
})

const keeping = sample(keptExtracts)({
  presets: ({ mc }) => ({ mc }),
  keepPreset: ({ mc, sub }) => ({ ...extract(mc, sub), name: 'Weekly list', shared: false }),
  removePreset: async ({ mc, preset }) => ({ mc, presetId: await preset() }),
  recent: ({ mc }) => ({ mc }),
  schedules: ({ mc }) => ({ mc }),
  runs: async ({ mc, schedule }) => ({ mc, scheduleId: await schedule() }),
  addSchedule: ({ mc, sub }) => ({
    ...extract(mc, sub),
    name: 'Weekly list',
    cadence: 'WEEKLY' as const,
    day: 1,
    hour: 6,
    period: 'LAST_7_DAYS' as const,
  }),
  pauseSchedule: async ({ mc, schedule }) => ({ mc, scheduleId: await schedule(), paused: true }),
  runSchedule: async ({ mc, schedule }) => ({ mc, scheduleId: await schedule() }),
  testDestination: ({ mc }) => ({ mc }),
  removeSchedule: async ({ mc, schedule }) => ({ mc, scheduleId: await schedule() }),
})

/** Each call as a user of this place would make it, right in every respect; the attacks of testing/ start from these. */
export const samples = { ...extracting, ...keeping }
