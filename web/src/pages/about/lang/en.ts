// Words of the page about Atoll.
export const words = {
  'about.line': 'Board games for friends, strangers and bots.',
  'about.1t': 'Play wherever you are',
  'about.1': '{games}: in the browser, in a terminal or with your own program. No account is needed.',
  'about.2t': 'Secrets stay secret',
  'about.2': 'What you choose stays hidden until it is played: every view is made for one pair of eyes.',
  'about.3t': 'Chance you can check',
  'about.3': 'Every draw is sealed before the game begins and can be checked afterwards.',
  'about.4t': 'Free software',
  'about.4':
    'Under the Apache License 2.0. The rules are explained in our own words; where the rulebooks leave something open, our answer is marked as our ruling.',
  'about.licences': 'Licences',
  'about.5t': 'Whose games these are',
  'about.5':
    'Atoll is independent and not affiliated with the makers of its games. It explains the rules in its own words and draws its own pictures. If you like a game, ask its makers for a copy.',
  'about.play': 'Play now',
};
