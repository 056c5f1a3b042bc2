import { useEffect } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { colleagues } from '#features/colleagues/contract.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'

const Worklist = lazyPart(() => import('./worklist.tsx').then((it) => it.Worklist))

/** /authorizations/{id or username}: the requests of this user, where one of that name works for the carrier. */
export function WorklistOfUser() {
  const { userId } = useParams<{ userId: string }>()
  const search = useSearch()
  const [, navigate] = useLocation()
  const found = useRead(colleagues.fullName, { id: userId })
  const id = found.data?.id
  const byName = id !== undefined && id !== userId
  useEffect(() => {
    if (byName) navigate(`/authorizations/${id}${search && `?${search}`}`, { replace: true })
  }, [byName, id, search, navigate])
  if (id !== undefined && !byName) return <Worklist />
  return (
    <Page as="center">
      <PageTitle title="Authorization Requests" quiet />
      {found.error?.code === 'NOT_FOUND' || found.error?.code === 'VALIDATION' ? (
        <State
          kind="noMatch"
          title={`Nobody named “${userId}” works here`}
          acts={
            <LinkButton tone="primary" href="/authorizations">
              Go to my requests
            </LinkButton>
          }
        >
          Check the name in the address, or choose Case owner under Add filter.
        </State>
      ) : found.error ? (
        <NotLoaded title="The user could not be found" of={found} />
      ) : (
        <Loading busy skeleton={<Skeleton width="100%" height={320} />}>
          {null}
        </Loading>
      )}
    </Page>
  )
}
