import { useState, type ReactNode } from 'react'
import { Banner } from '#platform/ui/frame/banner.tsx'
import { announce } from '#platform/ui/display/announce.ts'
import { Login } from '#features/sign-in/login.tsx'
import { Logout } from '#features/sign-in/logout.tsx'
import { SelectCarrier, type CarrierOption } from '#features/sign-in/select-carrier.tsx'

const few: CarrierOption[] = [
  { code: 'KESTREL', name: 'Kestrel Mutual', programs: 3 },
  { code: 'LARKFLD', name: 'Larkfield Casualty', programs: 2 },
  { code: 'PINEBRK', name: 'Pinebrook Indemnity', programs: 5 },
]
const many: CarrierOption[] = [
  ...few,
  ...['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir'].map((name) => ({
    code: name.toUpperCase(),
    name: `${name} Insurance`,
    programs: 1,
  })),
]

function Chooser({ options }: { options: CarrierOption[] }) {
  const [done, setDone] = useState<string>()
  return (
    <main>
      <h1>Select Carrier</h1>
      <p>{done ? `Chosen: ${done}` : 'Pending'}</p>
      {!done && (
        <SelectCarrier options={options} previous="KESTREL" onSubmit={setDone} onLogout={() => setDone('logout')} />
      )}
    </main>
  )
}

/** Views of the preview page, by their name in its address. */
export const previews: Record<string, () => ReactNode> = {
  login: () => (
    <Login
      referrer="/authorizations"
      onLegal={(panel) => announce(panel)}
      banner={
        <Banner
          label="Privacy notice update"
          action={{ words: 'Review privacy notice', onPress: () => {} }}
          onDismiss={() => {}}
        >
          We've updated our website privacy notice.
        </Banner>
      }
    />
  ),
  'login-plain': () => <Login referrer="/authorizations" onLegal={() => {}} />,
  logout: () => <Logout onLegal={() => {}} />,
  'sso-error': () => (
    <Logout
      onLegal={() => {}}
      logIn={false}
      config={{
        imageType: 'error',
        title: 'SSO User Validation Failed.',
        description: 'We found your sign-in, but no active account in the portal matches it.',
        additionalDescriptions: ['Please contact your system administrator or security team for assistance.'],
        hideButton: true,
        supportId: '7F3A-20D9-44C1',
        time: '05/13/2025 9:04 AM ET',
      }}
    />
  ),
  'select-carrier': () => <Chooser options={few} />,
  'select-carrier-many': () => <Chooser options={many} />,
}
