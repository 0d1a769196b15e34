type Work = () => Promise<void>

const works = new Set<Work>()

/** Runs `work` before a user signs out on this page, so that nothing unsaved is lost. Returns how to end that. */
export function beforeSignOut(work: Work): () => void {
  works.add(work)
  return () => works.delete(work)
}

export const finishWork = (): Promise<unknown> => Promise.all([...works].map((work) => work()))
