import type { FirstReads } from '#platform/calls/first-reads.ts'
import { outOfOffice } from '#features/out-of-office/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { savedViews } from '#features/saved-views/contract.ts'
import { session } from '#features/sign-in/contract.ts'
import { worklist } from '#features/worklist/contract.ts'

/** What the frame of the working pages asks for first. */
export const firstReads: FirstReads = {
  modules: ['browser.tsx', 'features/shell/signed-in.tsx'],
  who: [session.details, { isLogin: true }],
  reads: ({ mc }) => [
    [settings.extractSubCarriers, { masterCarrier: mc }],
    [settings.client, { id1: mc, id2: 'ALL', level: 'settingsLevelGlobal' }],
    [worklist.counts, { mc }],
    [outOfOffice.list, {}],
    [savedViews.list, {}],
    // The flags that switch pages on, as the frame asks for them.
    [
      settings.features,
      { f: ['administration', 'dbClientSetupEnabled', 'notificationSettings', 'notifications'], masterCarrier: mc },
    ],
  ],
}
