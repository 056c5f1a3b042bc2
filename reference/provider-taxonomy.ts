// Codes of the Health Care Provider Taxonomy (National Uniform Claim Committee, code set 25.1) as the NPPES file has them:
// who prescribes, and which organizations are pharmacies. The names are ours, shortened.

const specialties: Readonly<Record<string, string>> = {
  '122300000X': 'Dentistry',
  '1223S0112X': 'Oral and Maxillofacial Surgery',
  '152W00000X': 'Optometry',
  '204C00000X': 'Sports Medicine',
  '207L00000X': 'Anesthesiology',
  '207LP2900X': 'Pain Medicine',
  '207N00000X': 'Dermatology',
  '207P00000X': 'Emergency Medicine',
  '207Q00000X': 'Family Medicine',
  '207QS0010X': 'Sports Medicine',
  '207R00000X': 'Internal Medicine',
  '207RA0401X': 'Addiction Medicine',
  '207RC0000X': 'Cardiology',
  '207RG0100X': 'Gastroenterology',
  '207RN0300X': 'Nephrology',
  '207RP1001X': 'Pulmonary Disease',
  '207RR0500X': 'Rheumatology',
  '207T00000X': 'Neurological Surgery',
  '207V00000X': 'Obstetrics and Gynecology',
  '207W00000X': 'Ophthalmology',
  '207X00000X': 'Orthopedic Surgery',
  '207XS0106X': 'Hand Surgery',
  '207XS0117X': 'Orthopedic Surgery of the Spine',
  '207Y00000X': 'Otolaryngology',
  '208000000X': 'Pediatrics',
  '208100000X': 'Physical Medicine and Rehabilitation',
  '2081P2900X': 'Pain Medicine',
  '208200000X': 'Plastic Surgery',
  '2083X0100X': 'Occupational Medicine',
  '2084N0400X': 'Neurology',
  '2084P0800X': 'Psychiatry',
  '2084P2900X': 'Pain Medicine',
  '208600000X': 'Surgery',
  '2086S0105X': 'Hand Surgery',
  '208800000X': 'Urology',
  '208D00000X': 'General Practice',
  '208VP0000X': 'Pain Medicine',
  '208VP0014X': 'Interventional Pain Medicine',
  '213E00000X': 'Podiatry',
  '363LF0000X': 'Family Nurse Practitioner',
}

/** Families of codes whose members prescribe, by what they begin with. */
const prescribers: readonly (readonly [begins: string, name: string])[] = [
  ['20', 'Physician'],
  ['1223', 'Dentistry'],
  ['152W', 'Optometry'],
  ['213E', 'Podiatry'],
  ['363A', 'Physician Assistant'],
  ['363L', 'Nurse Practitioner'],
  ['364S', 'Clinical Nurse Specialist'],
  ['3675', 'Nurse Anesthetist'],
  ['367A', 'Nurse Midwife'],
]

/** What a prescriber's code says in words; undefined where its holders do not prescribe. */
export const specialtyOf = (code: string): string | undefined =>
  specialties[code] ?? prescribers.find(([begins]) => code.startsWith(begins))?.[1]

/** Codes of pharmacies, with the delivery type each stands for (`delivery-types.ts`). */
const pharmacies: Readonly<Record<string, number>> = {
  '333600000X': 1,
  '3336C0003X': 1,
  '3336C0004X': 8,
  '3336H0001X': 5,
  '3336M0002X': 2,
  '3336S0011X': 3,
}
/** The delivery type of a pharmacy; undefined where the code is of no pharmacy. */
export const pharmacyDelivery = (code: string): number | undefined =>
  pharmacies[code] ?? (code.startsWith('3336') ? 1 : undefined)
