// Run before the server: SIGUSR2 makes something throw where nothing catches it.
process.on('SIGUSR2', () => setTimeout(() => JSON.parse('no JSON'), 1));
