/**
 * Families of calls that other systems also know under a prefix. Both addresses are answered by the same handler; `starts`
 * are the beginnings of the family's paths.
 */
export const callFamilies: readonly { prefix: string; starts: readonly string[] }[] = [
  { prefix: '/workcomp/v1', starts: ['/authorizations/'] },
  {
    prefix: '/workcomp/v1/documents/portals',
    starts: ['/patientProfileDocuments', '/document/', '/file/', '/fileNetDocument/', '/patientEob', '/patientPbImage'],
  },
  { prefix: '/workcomp/v1/fax', starts: ['/lomn/send'] },
  { prefix: '/workcomp/v1/sms', starts: ['/campaignstatus/', '/eventloghistory/', '/commGateway'] },
  { prefix: '/workerscomp/v1/statecontrol', starts: ['/getSojGuidelines'] },
]
