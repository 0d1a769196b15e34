/**
 * Runs in the head. A form without an address is sent by the page's scripts alone: pressed before they are awake it would be
 * posted to the page itself, which takes none, and what was typed would be lost.
 */
export const earlySubmitScript = `addEventListener('submit',e=>{e.target.hasAttribute('action')||e.preventDefault()},true)`
