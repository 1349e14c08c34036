// Who sits at this browser.
export const me: { id: string; name: string; kind: string } = $state({ id: '', name: '', kind: 'none' });
