import { expect, test } from 'vitest'
import type { User } from '#features/sign-in/contract.ts'
import { signedInUser } from './signed-in-user.ts'

const role = (roleName: string, isActive = true) => ({ roleName, description: '', id: roleName, isActive })
const user: User = {
  userId: 'dana',
  id: 'u1',
  username: 'dana',
  name: 'Dana Ruiz',
  firstName: 'Dana',
  lastName: 'Ruiz',
  email: 'u1@carrier.example',
  masterCarrier: { code: 'AAA', name: 'Alder Mutual', id: 101 },
  masterCarrierOptions: 'AAA',
  masterCarrierNameOptions: 'Alder Mutual',
  masterCarrierIdOptions: '101',
  carriers: [{ code: 'AAA', name: 'Alder Mutual', id: 101, programs: 2 }],
  previousMasterCarrier: null,
  selectMasterCarrier: false,
  subCarrier: null,
  lastLogin: null,
  unsuccessfulAttempts: 0,
  ssoUser: false,
  pwdExpirationDays: 80,
  pwdExpLimit: 90,
  idpUrl: null,
  termsOfUseAccepted: true,
  termsAcceptedStatus: 'termsAccepted',
  roles: [role('adjuster')],
  subCarriers: ['AAA1'],
  licenseStates: ['NY'],
  approvalLimit: 2500,
  dataExtractSubCarriers: [],
  timeZone: 'America/Chicago',
  secondsToExpiration: 100,
  idle: { promptAfterSeconds: 720, logoutAfterSeconds: 180, remainingSeconds: 900 },
  limited: false,
  addPatientFeature: false,
  logoutEnabled: true,
  serverTime: '2026-01-01T00:01:00.000Z',
  localizedMessage: null,
}
const at = new Date('2026-01-01T00:00:00.000Z')

test('the user has the shape the rules need, and the clocks are compared', () => {
  expect(signedInUser(user, at)).toMatchObject({
    person: {
      id: 'u1',
      mc: 'AAA',
      roles: ['adjuster'],
      subCarriers: ['AAA1'],
      licenseStates: ['NY'],
      approvalLimit: 2500,
      timeZone: 'America/Chicago',
    },
    viewOnly: false,
    dataExtract: false,
    passwordDaysLeft: 10,
    clockOffset: 60_000,
  })
})

test.each([
  [[role('  Read_Only ')], true],
  [[role('adjuster'), role('prog_special')], true],
  [[role('adjuster'), role('read_only', false)], false],
  [[], true],
])('roles %j: view only %s', (roles, viewOnly) => {
  expect(signedInUser({ ...user, roles }, at)?.viewOnly).toBe(viewOnly)
})

test('without a carrier there is no user for the rules', () => {
  expect(signedInUser({ ...user, masterCarrier: null }, at)).toBeUndefined()
})
