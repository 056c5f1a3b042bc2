// Body parts, natures and causes of injury. The numbers follow the industry scheme from memory: assumed.

/** A group of parts for which the same drugs make sense. */
export type PartGroup =
  | 'spine'
  | 'extremity'
  | 'fracture'
  | 'hand'
  | 'head'
  | 'eye'
  | 'burn'
  | 'needle'
  | 'respiratory'
  | 'psych'
  | 'heart'

export type BodyPart = {
  code: number
  name: string
  /** Groups the part stands for; empty = the drug map says nothing about it. */
  groups: readonly PartGroup[]
}

/** Every body part a claim may accept. */
export const bodyParts: readonly BodyPart[] = [
  { code: 10, name: 'Head, multiple', groups: ['head'] },
  { code: 12, name: 'Brain', groups: ['head'] },
  { code: 14, name: 'Eye', groups: ['eye'] },
  { code: 18, name: 'Head, soft tissue', groups: ['head'] },
  { code: 20, name: 'Neck, multiple', groups: ['spine'] },
  { code: 22, name: 'Cervical disc', groups: ['spine'] },
  { code: 30, name: 'Arm, multiple', groups: ['extremity'] },
  { code: 31, name: 'Upper arm', groups: ['extremity'] },
  { code: 32, name: 'Elbow', groups: ['extremity'] },
  { code: 33, name: 'Lower arm', groups: ['extremity'] },
  { code: 34, name: 'Wrist', groups: ['hand'] },
  { code: 35, name: 'Hand', groups: ['hand'] },
  { code: 36, name: 'Finger', groups: ['hand'] },
  { code: 37, name: 'Thumb', groups: ['hand'] },
  { code: 38, name: 'Shoulder', groups: ['extremity'] },
  { code: 41, name: 'Upper back', groups: ['spine'] },
  { code: 42, name: 'Lower back', groups: ['spine'] },
  { code: 43, name: 'Disc', groups: ['spine'] },
  { code: 44, name: 'Chest', groups: ['extremity'] },
  { code: 46, name: 'Pelvis', groups: ['spine'] },
  { code: 50, name: 'Leg, multiple', groups: ['extremity'] },
  { code: 51, name: 'Hip', groups: ['extremity'] },
  { code: 52, name: 'Upper leg', groups: ['extremity'] },
  { code: 53, name: 'Knee', groups: ['extremity'] },
  { code: 54, name: 'Lower leg', groups: ['extremity'] },
  { code: 55, name: 'Ankle', groups: ['extremity'] },
  { code: 56, name: 'Foot', groups: ['extremity'] },
  { code: 60, name: 'Lungs', groups: ['respiratory'] },
  { code: 61, name: 'Abdomen', groups: [] },
  { code: 90, name: 'Multiple parts', groups: ['spine', 'extremity', 'hand', 'head'] },
  // What "body systems" means depends on nature and diagnosis: see natureGroups and icdGroups.
  { code: 91, name: 'Body systems, psychological', groups: [] },
]

export type NatureOfInjury = { code: number; name: string; groups: readonly PartGroup[] }

/** Natures of injury, with the groups they add to those of the parts. */
const naturesOfInjury: readonly NatureOfInjury[] = [
  { code: 2, name: 'Amputation', groups: ['fracture'] },
  { code: 4, name: 'Burn', groups: ['burn'] },
  { code: 10, name: 'Contusion', groups: [] },
  { code: 13, name: 'Crush', groups: ['fracture'] },
  { code: 25, name: 'Foreign body', groups: [] },
  { code: 28, name: 'Fracture', groups: ['fracture'] },
  { code: 37, name: 'Inflammation', groups: [] },
  { code: 40, name: 'Laceration', groups: ['burn'] },
  { code: 49, name: 'Sprain', groups: [] },
  { code: 52, name: 'Strain', groups: [] },
  { code: 59, name: 'Other', groups: [] },
  { code: 71, name: 'Occupational disease', groups: [] },
  { code: 77, name: 'Mental stress', groups: ['psych'] },
  { code: 90, name: 'Multiple injuries', groups: [] },
]

const partByCode = new Map(bodyParts.map((row) => [row.code, row]))
const natureByCode = new Map(naturesOfInjury.map((row) => [row.code, row]))

/** The row of a body part number. */
export const bodyPart = (code: number): BodyPart | undefined => partByCode.get(code)
/** The row of a nature-of-injury number. */
export const natureOfInjury = (code: number): NatureOfInjury | undefined => natureByCode.get(code)
