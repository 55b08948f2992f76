import { beforeEach, expect, test } from 'vitest';
import { deviceSecret, forgetSeat, keepSeat, keptSeats, namesAt, tokenOf } from './seats';
import { applySettings, DEFAULTS, followOtherTabs, read, settings, trickStays } from './settings.svelte';

beforeEach(() => {
	localStorage.clear();
});

test('a seat is kept, found again and not lost by watching the same table', () => {
	keepSeat({ id: 'a', token: 'key', game: 'blob', at: 1 });
	keepSeat({ id: 'b', token: null, game: 'hearts', at: 2 });
	keepSeat({ id: 'a', token: null, game: 'blob', at: 3, seat: 1 });
	expect(tokenOf('a')).toBe('key');
	expect(keptSeats().map((seat) => seat.id)).toEqual(['a', 'b']);
	expect(namesAt({ id: 'a', names: ['Bo', 'Ada'] })).toEqual(['Bo', 'You']);
	expect(namesAt({ id: 'b', names: ['Bo', 'Ada'] })).toEqual(['Bo', 'Ada']);
	forgetSeat('a');
	expect(tokenOf('a')).toBeNull();
});

test('a device is known by the same secret until its storage is cleared', () => {
	const secret = deviceSecret();
	expect(secret).toMatch(/^[0-9a-f]{32}$/);
	expect(deviceSecret()).toBe(secret);
	localStorage.clear();
	expect(deviceSecret()).not.toBe(secret);
});

test('what somebody else wrote into the storage does no harm', () => {
	localStorage.setItem('overtrick.seats', '[{"id": 1}, null, "x"]');
	expect(keptSeats()).toEqual([]);
	localStorage.setItem('overtrick.seats', '{{{');
	expect(keptSeats()).toEqual([]);
	localStorage.setItem('overtrick.settings', '{"motion": 7, "sound": true, "unknown": 1}');
	expect(read()).toEqual({ ...DEFAULTS, sound: true });
	localStorage.setItem('overtrick.settings', 'null');
	expect(read()).toEqual(DEFAULTS);
	localStorage.setItem('overtrick.settings', 'no');
	expect(read()).toEqual(DEFAULTS);
});

test('settings are shown on the page and kept', () => {
	Object.assign(settings, { theme: 'dark', highContrast: true, fourColours: true, motion: 'none' });
	applySettings();
	expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', contrast: 'high', deck: 'four' });
	expect(read().theme).toBe('dark');
	expect(trickStays()).toBeGreaterThan(0);
	Object.assign(settings, DEFAULTS);
	applySettings();
	expect(document.documentElement.hasAttribute('data-theme')).toBe(false);
});

test('settings made in another tab are taken over', () => {
	Object.assign(settings, DEFAULTS);
	localStorage.setItem('overtrick.settings', JSON.stringify({ ...DEFAULTS, sound: true, motion: 'slow' }));
	followOtherTabs(new StorageEvent('storage', { key: 'overtrick.seats' }));
	expect(settings.sound).toBe(false);
	followOtherTabs(new StorageEvent('storage', { key: 'overtrick.settings' }));
	expect([settings.sound, settings.motion]).toEqual([true, 'slow']);
	Object.assign(settings, DEFAULTS);
});
