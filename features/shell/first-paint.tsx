import { Frame } from '#platform/ui/frame.tsx'
import { HeaderOut } from '#platform/ui/header-out.tsx'
import { Loading } from '#platform/ui/loading.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'

/** The frame before it is known who is signed in. */
export function FirstPaint() {
  return (
    <Frame header={<HeaderOut />}>
      <PageSkeleton />
    </Frame>
  )
}

/** In the place of a screen whose code is on its way. */
export function PageSkeleton() {
  return (
    <Page>
      <Loading
        busy
        skeleton={
          <div style={{ display: 'grid', gap: 16 }}>
            <Skeleton width={220} height={18} />
            <Skeleton width="100%" height={120} />
            <Skeleton width="100%" height={240} />
          </div>
        }
      >
        {null}
      </Loading>
    </Page>
  )
}
