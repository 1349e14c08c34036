import type { Attachment } from 'svelte/attachments';

/**
 * Tells about an element whenever its size has changed, the first time before it is painted. Svelte's bind:clientWidth asks
 * while the page is still being put together, and the browser has to lay it out twice.
 */
export const sized =
  (tell: (el: HTMLElement) => void): Attachment<HTMLElement> =>
  (el) => {
    const watch = new ResizeObserver(() => tell(el));
    watch.observe(el);
    return () => watch.disconnect();
  };
