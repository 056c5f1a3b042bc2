import type { ReactNode } from 'react'
import { Banner } from '#platform/ui/frame/banner.tsx'

/** Lines above the header, in order of weight. */
export function Banners({ viewOnly = false, children }: { viewOnly?: boolean; children?: ReactNode }) {
  return (
    <>
      {viewOnly && (
        <Banner label="View-only access">
          You have view-only access: you can read everything here and change nothing.
        </Banner>
      )}
      {children}
    </>
  )
}
