<?php
// A wiki with a page for each id, on SQLite in the current folder: php mediawiki.php PORT IDS
$wiki = '/usr/share/mediawiki';
$settings = getcwd() . '/LocalSettings.php';

if (PHP_SAPI === 'cli-server') {
    define('MW_CONFIG_FILE', $settings);
    chdir($wiki);
    require "$wiki/api.php";
    return;
}

[, $port, $ids] = $argv;
$php = function (string $script, string ...$arguments) use ($wiki) {
    passthru(implode(' ', array_map('escapeshellarg', [PHP_BINARY, "$wiki/maintenance/$script", ...$arguments])), $code);
    if ($code !== 0) exit($code);
};
$php(
    'install.php',
    ...['--dbtype', 'sqlite', '--dbpath', getcwd(), '--confpath', getcwd(), '--scriptpath', '/w'],
    ...['--server', "http://127.0.0.1:$port", '--pass', bin2hex(random_bytes(16)), 'Items', 'Keeper'],
);
// Everybody may delete pages of this wiki.
file_put_contents($settings, "\$wgGroupPermissions['*']['delete'] = true;\n", FILE_APPEND);
mkdir('pages');
foreach (json_decode($ids) as $id) file_put_contents("pages/$id.txt", $id);
putenv("MW_CONFIG_FILE=$settings");
$php('importTextFiles.php', ...glob('pages/*.txt'));
file_put_contents('others', "Main Page\n");
$php('deleteBatch.php', 'others');
pcntl_exec(PHP_BINARY, ['-S', "127.0.0.1:$port", __FILE__]);
