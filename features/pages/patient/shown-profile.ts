import type { Profile } from '#features/patients/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { wrongLevel } from '#features/settings/rules.ts'
import { useFailure } from '#features/shell/use-carrier-facts.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { patientWord } from '#features/settings/patient-word.ts'

type PageSettings = AnswerOf<typeof settings.client>['settings']
/** A profile as the settings of its program have it, and the carrier's word for the injured worker. */
export type ShownProfile = Profile & { word: 'Patient' | 'Claimant' }

/**
 * Tabs, labels and switches by the settings of patient pages. A switch that came with the profile counts where the settings do not
 * name it; no setting adds a tab that the profile does not have.
 */
export function shownProfile(profile: Profile, of: PageSettings | undefined): ShownProfile {
  const own = Object.entries(of ?? {}).filter((one): one is [string, boolean] => typeof one[1] === 'boolean')
  const switches: Profile['settings'] = { ...profile.settings, ...Object.fromEntries(own) }
  return {
    ...profile,
    settings: switches,
    tabs: profile.tabs.filter(
      ({ key }) =>
        (key !== 'documents' || switches['patient_show_filecab'] !== false) &&
        (key !== 'texts' || switches['textMessagesDisabled'] !== true),
    ),
    otherClaims: switches['claim_selection_enabled'] === false ? [] : profile.otherClaims,
    word: patientWord(of?.['dateLabel']),
  }
}

/** The same of a profile that may still be on its way. Where the settings cannot be read, the profile is shown as it came. */
export function useShownProfile(profile: Profile | undefined): ShownProfile | undefined {
  const { masterCarrier: id1, subCarrier: id2 } = profile?.patient ?? { masterCarrier: '', subCarrier: '' }
  const { data, error } = useRead(
    settings.client,
    { id1, id2, level: 'settingsLevelPatientProfile' },
    { off: profile === undefined },
  )
  useFailure(error, ({ said }) => (wrongLevel.test(said) ? said : `Error getting client settings for ${id1}/${id2}`))
  return profile && shownProfile(profile, data?.settings)
}
