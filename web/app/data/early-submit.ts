/**
 * Runs in the head. A form without `action` is submitted by scripts only. Before hydration the browser would post it to
 * the page itself, which accepts no posts, and the user's input would be lost.
 */
export const earlySubmitScript = `addEventListener('submit',e=>{e.target.hasAttribute('action')||e.preventDefault()},true)`
