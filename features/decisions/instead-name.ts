/** "Celecoxib 200 mg capsule, generic": a brand and its generic may have one name. */
export const insteadName = ({ name, brandFlag }: { name: string; brandFlag: string }): string =>
  `${name}, ${brandFlag === 'G' ? 'generic' : 'brand'}`
