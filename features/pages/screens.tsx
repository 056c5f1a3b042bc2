import { isSupport } from '#features/permissions/rules.ts'
import { paths as supportPaths } from '#features/support/paths.ts'
import { screen, type Screen } from '#platform/browser/screen.ts'
import { iconChat, iconClipboard, iconHome, iconInfo, iconStore } from '#platform/ui/display/icons.ts'
import { paths } from './paths.ts'

const patient = async (path?: string) => {
  const { PatientProfile, loadTab } = await import('./patient/profile.tsx')
  if (path !== undefined) await loadTab(path)
  return PatientProfile
}

export const screens: readonly Screen[] = [
  screen(paths.home, () => import('./home/home.tsx').then((it) => it.Home), {
    menu: { href: '/home', label: 'Home', short: 'Home', icon: iconHome, key: 'h', order: 1 },
  }),
  screen(paths.worklist, () => import('./worklist/worklist.tsx').then((it) => it.Worklist), {
    menu: {
      href: '/authorizations',
      label: 'Authorization Requests',
      short: 'Requests',
      icon: iconClipboard,
      key: 'a',
      order: 2,
      counted: true,
    },
  }),
  screen(paths.worklistOfUser, () => import('./worklist/of-user.tsx').then((it) => it.WorklistOfUser)),
  screen(paths.patient, patient),
  screen(paths.emergency, patient),
  screen(paths.pharmacies, () => import('./directory/pharmacies.tsx').then((it) => it.Pharmacies), {
    account: { href: paths.pharmacies, label: 'Directory', icon: iconStore, order: 6 },
  }),
  screen(paths.practitioners, () => import('./directory/practitioners.tsx').then((it) => it.Practitioners)),
  screen(paths.drugs, () => import('./directory/drugs.tsx').then((it) => it.Drugs)),
  screen(paths.transactions, () => import('./transactions/find-transactions.tsx').then((it) => it.FindTransactions), {
    account: { href: paths.transactions, label: 'Find transactions', icon: iconClipboard, order: 7 },
  }),
  screen(paths.help, () => import('./help/help.tsx').then((it) => it.Help), {
    account: { href: paths.help, label: 'Help', icon: iconInfo, order: 9 },
  }),
  screen(supportPaths.support, () => import('./support/support.tsx').then((it) => it.Support), {
    menu: { href: supportPaths.support, label: 'Support Desk', short: 'Support', icon: iconChat, key: 's', order: 3 },
    sees: ({ person }) => isSupport(person),
    whose: 'support agents',
  }),
  screen(paths.createAuthorization, () => import('./create/page.tsx').then((it) => it.CreatePage), {
    account: { href: '/create-authorization', label: 'Create authorization', icon: iconClipboard, order: 5 },
    sees: ({ viewOnly }) => !viewOnly,
    whose: 'users who may change something',
  }),
  screen(paths.addWorker, () => import('./add-worker/page.tsx').then((it) => it.AddWorker), {
    sees: ({ viewOnly }) => !viewOnly,
    whose: 'users who may change something',
  }),
  screen(paths.authorization, () => import('./request/authorization.tsx').then((it) => it.AuthorizationScreen)),
]
