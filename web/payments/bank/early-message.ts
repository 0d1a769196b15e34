type Early = Pick<MessageEvent, 'origin' | 'source' | 'data'>

declare global {
  interface Window {
    /** Gives what came before the page's own scripts ran, once, and listens no more. */
    takeEarlyMessage?: () => Early | null
  }
}

/** Runs while the frame is read: the page around it sends the card on load, which may be before scripts have come to life. */
export const earlyMessageScript = `(()=>{let early=null;const hear=e=>{if(e.origin===location.origin&&e.source===parent)early={origin:e.origin,source:e.source,data:e.data}};addEventListener('message',hear);window.takeEarlyMessage=()=>{removeEventListener('message',hear);const taken=early;early=null;return taken}})()`
